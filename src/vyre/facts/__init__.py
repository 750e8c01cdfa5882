"""What is true of a program: types, effects, uniformity, ranges. Pure functions, remembered by content.

Facts name values, locals and statements by number (:mod:`vyre.ir.walk`), never by place, so they are shared by
every program of the same content. They are defined for programs that :func:`vyre.check.validate.check` accepts.
"""
