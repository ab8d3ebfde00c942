"""autobahn-judge.py INDEX CASES: says by group how the cases of one run went, and how long they took.

Exit code 1 if any failed or is not implemented, or if there are not CASES of them: the suite itself never says so. CASES
may be `any`.
"""
import collections
import json
import sys

path, wanted = sys.argv[1], sys.argv[2]
GOOD = {"OK", "INFORMATIONAL", "NON-STRICT"}
try:
    with open(path) as file:
        agents = json.load(file)
except (OSError, ValueError) as problem:
    sys.exit("no report: %s" % problem)


def told(cases):
    behaviors = collections.Counter(case["behavior"] for case in cases)
    closes = collections.Counter(case["behaviorClose"] for case in cases)
    seconds = sum(case["duration"] for case in cases) / 1000.0
    return "%4d cases %7.1f s  %s; closes: %s" % (
        len(cases), seconds, listed(behaviors), listed(closes))


def listed(counts):
    return ", ".join("%d %s" % (count, name) for name, count in sorted(counts.items(), key=lambda pair: -pair[1]))


is_good = len(agents) == 1
for agent, cases in sorted(agents.items()):
    groups = collections.defaultdict(list)
    for name, case in cases.items():
        groups[int(name.split(".")[0])].append(case)
    for group, members in sorted(groups.items()):
        print("  group %2d  %s" % (group, told(members)))
    print("  in all    %s" % told(list(cases.values())))
    if wanted == "any" and not cases or wanted != "any" and len(cases) != int(wanted):
        print("  there should be %s cases" % wanted)
        is_good = False
    for name, case in sorted(cases.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
        found = {case["behavior"], case["behaviorClose"]}
        if found - {"OK", "INFORMATIONAL"}:
            print("  %s: %s, close %s (%s)" % (name, case["behavior"], case["behaviorClose"], case["remoteCloseCode"]))
        is_good = is_good and found <= GOOD
sys.exit(0 if is_good else 1)
