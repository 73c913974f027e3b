"""The games for research: fixed ids, features of views, and environments of other toolkits."""
