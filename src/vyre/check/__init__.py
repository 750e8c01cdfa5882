"""Is a program right? ``check`` gives a :class:`~vyre.check.validate.CheckedProgram` or raises the first broken rule."""
