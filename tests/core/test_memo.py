"""What is remembered for all matches of a game: bounded, the oldest gone first, safe for threads."""

import sys
import threading

from stellwerk.core.memo import Memo


def test_so_many_answers_are_kept_and_the_oldest_go_first() -> None:
    memo: Memo[int, str] = Memo(8)
    for number in range(100):
        assert memo.keep(number, str(number)) == str(number)
        assert memo.get(number) == str(number)
        assert len(memo) <= 8
    assert memo.get(0) is None
    assert memo.get(94) == "94", "what is new stays for a while"


def test_threads_do_not_trip_over_what_others_forget() -> None:
    memo: Memo[int, int] = Memo(2)
    failed: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for number in range(first, first + 3000):
                found = memo.get(number % 7)
                assert found in (None, number % 7)
                assert memo.keep(number % 7, number % 7) == number % 7
        except BaseException as error:  # noqa: BLE001  # told to the test
            failed.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    finally:
        sys.setswitchinterval(interval)
    assert not failed
