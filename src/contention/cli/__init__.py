"""The command line: each command is parse, one call, print."""


def main() -> int:
    """Run the command line."""
    raise NotImplementedError
