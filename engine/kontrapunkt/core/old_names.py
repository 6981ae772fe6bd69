"""Old names of classes' and modules' members, which work for one more release and warn."""

import warnings
from collections.abc import Callable, Mapping
from typing import Any


class _OldName:
    """A member of a class under its old name."""

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = old, new

    def __get__(self, instance: object, owner: type) -> Any:
        _warn(f"{owner.__name__}.{self._old}", self._new)
        return getattr(owner if instance is None else instance, self._new)


def old_names[T](**names: str) -> Callable[[type[T]], type[T]]:
    """Decorate a class whose members have been renamed.

    A subclass that overrides a member under its old name overrides the present one.

    Args:
        **names: The present names by the old ones.
    """

    def decorate(cls: type[T]) -> type[T]:
        def adopt(sub: type[T], /, **options: Any) -> None:
            inherited(sub, **options)
            for old, new in names.items():
                if old in sub.__dict__ and new not in sub.__dict__:
                    _warn(f"{sub.__name__}.{old}", new)
                    setattr(sub, new, sub.__dict__[old])
                    delattr(sub, old)

        own = cls.__dict__.get("__init_subclass__")
        inherited = (
            own.__func__ if own else lambda sub, **options: super(cls, sub).__init_subclass__(**options)
        )
        for old, new in names.items():
            setattr(cls, old, _OldName(old, new))
        cls.__init_subclass__ = classmethod(adopt)  # type: ignore[assignment]
        return cls

    return decorate


def old_members(module: str, members: Mapping[str, object]) -> Callable[[str], object]:
    """Return the `__getattr__` of a module whose members have been renamed.

    Args:
        members: The members by their old names.

    Raises:
        AttributeError: when the returned function is called with another name.
    """

    def find(name: str) -> object:
        if name not in members:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name, obj=None)
        _warn(f"{module}.{name}", getattr(members[name], "__name__", "another name"))
        return members[name]

    return find


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is {new} now", DeprecationWarning, stacklevel=3)
