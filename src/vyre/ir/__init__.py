"""What a program is: nodes, the op table, the program, its builder and its forms. See ``grammar.md``."""
