"""autobahn-judge.py INDEX CASES: says how the cases of one run went.

Exit code 1 if any failed or is not implemented, or if there are not CASES of them: the suite itself never says so.
"""
import collections
import json
import sys

path, wanted = sys.argv[1], int(sys.argv[2])
GOOD = {"OK", "INFORMATIONAL", "NON-STRICT"}
try:
    with open(path) as file:
        agents = json.load(file)
except (OSError, ValueError) as problem:
    sys.exit("no report: %s" % problem)
is_good = len(agents) == 1
for agent, cases in sorted(agents.items()):
    behaviors = collections.Counter(case["behavior"] for case in cases.values())
    closes = collections.Counter(case["behaviorClose"] for case in cases.values())
    print("%s: %d cases, %s; closes: %s" % (agent, len(cases), dict(behaviors), dict(closes)))
    if len(cases) != wanted:
        print("  there should be %d cases" % wanted)
        is_good = False
    for name, case in sorted(cases.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
        found = {case["behavior"], case["behaviorClose"]}
        if found - {"OK", "INFORMATIONAL"}:
            print("  %s: %s, close %s (%s)" % (name, case["behavior"], case["behaviorClose"], case["remoteCloseCode"]))
        is_good = is_good and found <= GOOD
sys.exit(0 if is_good else 1)
