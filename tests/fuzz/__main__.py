"""``python -m fuzz [READER ...] [--cases N] [--first SEED]``: damaged captures for readers."""

import argparse
import sys

from contention.readers import READERS
from fuzz.campaign import UnfitError, cases, summary


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("readers", nargs="*", metavar="READER", help="all of them by default")
    parser.add_argument("--cases", type=int, default=100_000, help="captures in all")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed")
    options = parser.parse_args()
    unknown = sorted(set(options.readers) - set(READERS))
    if unknown:
        parser.error(f"there is no reader {unknown[0]}")
    names = options.readers or list(READERS)
    each = max(1, options.cases // len(names))
    failed = 0
    for name in names:
        try:
            found = list(cases(name, range(options.first, options.first + each)))
        except UnfitError as unfit:
            failed += 1
            sys.stdout.write(f"{unfit}\n")
        else:
            sys.stdout.write(f"{name}: {summary(found)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
