"""The wheel, which tests of the engine share with those in a browser."""

from tests.site.built import wheel

__all__ = ["wheel"]
