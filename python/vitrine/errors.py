"""The only exception of this package."""


class Error(Exception):
    """Something that was requested is not possible. The text says why, in one line."""
