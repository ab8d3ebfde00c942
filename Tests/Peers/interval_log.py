"""interval_log.py LOADGEN: runs a small load, reads its interval log with the PyPI package `hdrhistogram`, and adds up.

What the seconds say together must be what the summary says, count by count and percentile by percentile.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

PROFILE = {
    "name": "log",
    "seed": 5,
    "simulator": {"bot": "bots/flood.json"},
    "load": {
        "arrivals": "uniform",
        "gracefulStop": "2s",
        "maxCustomers": 100,
        "phases": [{"name": "steady", "duration": "3s", "arrivals": "20/s"}],
    },
    "customers": [{"name": "visitors", "behavior": "preChat", "turns": 2, "messages": ["Hello?"]}],
    "think": "200ms",
    "typing": "50ms",
}
PERCENTILES = {"med": 50.0, "p(90)": 90.0, "p(95)": 95.0, "p(99)": 99.0, "p(99.9)": 99.9}
# How far a percentile of one histogram may lie from that of another of the same values: two significant digits, twice.
TOLERANCE = 0.02


def empty():
    return HdrHistogram(1, 3_600_000_000, 2)


def add_up(log):
    """One histogram a metric, over all seconds and tags."""
    sums = {}
    reader = HistogramLogReader(str(log), empty())
    while (second := reader.get_next_interval_histogram()) is not None:
        name = second.get_tag().partition("{")[0]
        sums.setdefault(name, empty()).add(second)
    return sums


def compare(summary, sums):
    compared = 0
    for metric in summary["metrics"]:
        if metric["type"] != "trend" or metric["tags"]:
            continue
        name, values = metric["name"], metric["values"]
        found = sums.pop(name)
        assert found.get_total_count() == values["count"], f"{name}: {found.get_total_count()}, {values['count']}"
        # The two round a rank differently, so a neighbour will do.
        rank = 100 / values["count"]
        for key, percent in PERCENTILES.items():
            low, high = (found.get_value_at_percentile(min(100, percent + step)) / 1_000 for step in (-rank, rank))
            ours = values[key]
            assert low * (1 - TOLERANCE) <= ours <= high * (1 + TOLERANCE), (
                f"{name} {key}: {ours}, by the log {low} to {high}"
            )
        compared += 1
    assert set(sums) == {"scheduler_lag"}, f"the log has more than the summary: {sorted(sums)}"
    return compared


def main():
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        (place / "log.json").write_text(json.dumps(PROFILE))
        command = [sys.argv[1], "run", str(place / "log.json"), "--results", str(place / "results"), "--quiet"]
        root = pathlib.Path(__file__).resolve().parents[2]
        run = subprocess.run(command, env={"LOADGEN_HOME": str(root)}, capture_output=True, text=True, timeout=60)
        assert run.returncode == 0, f"{run.returncode}\n{run.stdout}\n{run.stderr}"
        summary = json.loads((place / "results/summary.json").read_text())
        compared = compare(summary, add_up(place / "results/intervals.hlog"))
    assert compared >= 10, f"only {compared} metrics"
    print(f"interval log: {compared} metrics add up to the summary's")


if __name__ == "__main__":
    main()
