"""Mathematical functions, rounded once (rule 3.5).

``exact`` has their values by integer arithmetic of any precision: the references use it, and the tables are made with it.
``body`` is the form in which a function is written once for all devices, ``definitions`` has each function in it, and ``chosen``
says which form a device runs.
"""
