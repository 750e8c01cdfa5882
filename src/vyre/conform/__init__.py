"""The conformance corpus: what a backend must give the bytes of, and the suite that holds it to that.

Read ``case`` first (what a row is), then ``rows`` (what is asked), then ``suite`` (how it is asked).
"""
