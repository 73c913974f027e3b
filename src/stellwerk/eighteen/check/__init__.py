"""What is wrong with the data files of an 18xx title, each problem with its file and its place."""

from stellwerk.eighteen.check.counts import uneven_certificates
from stellwerk.eighteen.check.homes import stop_faults
from stellwerk.eighteen.check.title import problems

__all__ = ["problems", "stop_faults", "uneven_certificates"]
