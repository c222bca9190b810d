#!/usr/bin/env python3
"""Prints the row of lab/notes/tests.md for one run of PIT: mutations_row.py MODULE COMMIT MINUTES."""
import collections
import datetime
import sys
import xml.etree.ElementTree as tree

module, commit, minutes = sys.argv[1:]
results = collections.Counter(
    mutation.get("status") for mutation in tree.parse(f"{module}/target/pit-reports/mutations.xml").iter("mutation"))
every = sum(results.values())
found = results["KILLED"] + results["TIMED_OUT"] + results["MEMORY_ERROR"]
unreached = results["NO_COVERAGE"]
print(f"| {module} | {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d} | {commit} | {every} | {found} | {results['TIMED_OUT']}"
      f" | {every - found - unreached} | {unreached} | {100 * found / every:.1f} % | {100 * (every - unreached) / every:.1f} % | {minutes} |")
