"""The one exception of this package."""


class Error(Exception):
    """Something that was asked for cannot be had; says why in one line."""
