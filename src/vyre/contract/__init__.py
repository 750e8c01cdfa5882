"""The contract between the driver layer and a backend. Backend authors import it as ``vyre.driver``."""
