"""Reads an interval log with the PyPI package hdrhistogram and prints, as JSON, what it understood of each line.

Usage: read_histogram_log.py LOG. Exits with 77 when the package is not installed.
"""
import json
import sys

try:
    from hdrh.histogram import HdrHistogram
    from hdrh.log import HistogramLogReader
except ImportError:
    sys.exit(77)

PERCENTILES = (50.0, 90.0, 95.0, 99.0, 99.9, 100.0)


def intervals(path):
    reader = HistogramLogReader(path, HdrHistogram(1, 3_600_000_000, 2))
    while (histogram := reader.get_next_interval_histogram()) is not None:
        yield {
            "tag": histogram.get_tag(),
            "startMilliseconds": histogram.get_start_time_stamp(),
            "endMilliseconds": histogram.get_end_time_stamp(),
            "count": histogram.get_total_count(),
            "percentiles": [histogram.get_value_at_percentile(p) for p in PERCENTILES],
            "buckets": [
                [index, histogram.get_count_at_index(index)]
                for index in range(histogram.counts_len)
                if histogram.get_count_at_index(index)
            ],
        }


json.dump(list(intervals(sys.argv[1])), sys.stdout)
