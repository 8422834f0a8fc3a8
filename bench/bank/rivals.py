"""Other rules by which teams judge two builds, on the pairs that the gate measured."""
import base64
import calendar
import json
import math
import statistics
import struct
import time
import zlib


def rivals(work):
    """What the rivals judge: CPU per request and 95th percentile of each start of each pair, and its seconds."""
    pairs = []
    found = work.glob(".flamegate/history/comparisons/*/*/pair.json")
    for stored in sorted(found, key=lambda file: file.stat().st_mtime):
        if json.loads(stored.read_text())["pair"]["invalid"] is None:
            pairs.append({arm: start(json.loads((stored.parent / arm / "run.json").read_text())["run"]["trials"][0])
                          for arm in ("baseline", "candidate")})
    return pairs


def start(trial):
    requests = sum(request["ok"] + request["failed"] for request in trial["requests"])
    latencies = {}
    for request in trial["requests"]:
        for value, count in histogram(request["latency"]):
            latencies[value] = latencies.get(value, 0) + count
    wanted, p95 = 0.95 * sum(latencies.values()), math.nan
    for value in sorted(latencies):
        p95, wanted = value, wanted - latencies[value]
        if wanted <= 0:
            break
    measured = [(instant(window["start"]), instant(window["end"])) for window in trial["windows"]]
    zero = instant(trial["warmUp"]["window"]["start"])
    seconds = [float(point["cores"]) / float(point["throughput"]) for point in trial["series"]
               if float(point["throughput"]) > 0 and not math.isnan(float(point["cores"]))
               and any(begin <= zero + point["second"] - 1 and zero + point["second"] <= end + 0.4
                       for begin, end in measured)]
    return {"cpu": trial["counters"]["cpu-process"] / requests, "p95": p95 / 1e6,
            "seconds": [round(second, 7) for second in seconds]}


def instant(text):
    whole_seconds, _, rest = text.rstrip("Z").partition(".")
    return calendar.timegm(time.strptime(whole_seconds, "%Y-%m-%dT%H:%M:%S")) + float("0." + (rest or "0"))


def histogram(encoded):
    """The values of a compressed HdrHistogram (V2) and how often each was seen."""
    data = zlib.decompress(base64.b64decode(encoded)[8:])
    digits, lowest = struct.unpack(">iq", data[12:24])
    sub = 1 << (2 * 10 ** digits - 1).bit_length()
    unit = lowest.bit_length() - 1
    at, index, found = 40, 0, []
    while at < len(data):
        raw = shift = 0
        for shift in range(0, 64, 7):
            byte = data[at]
            at += 1
            if shift == 56:
                raw |= byte << 56
                break
            raw |= (byte & 127) << shift
            if byte < 128:
                break
        count = (raw >> 1) ^ -(raw & 1)
        if count < 0:
            index -= count
            continue
        if count:
            bucket, place = index // (sub // 2) - 1, index % (sub // 2) + sub // 2
            if bucket < 0:
                bucket, place = 0, place - sub // 2
            found.append((place << (bucket + unit), count))
        index += 1
    return found


def plain(pairs):
    """Whether CPU per request or the 95th percentile of latency grew by 10 % on the average of all pairs."""
    return any(statistics.mean(pair["candidate"][kind] for pair in pairs)
               >= 1.1 * statistics.mean(pair["baseline"][kind] for pair in pairs) for kind in ("cpu", "p95"))


def mann_whitney(pairs):
    """Whether one of them is larger in the candidate's starts, one-sided with p < 0.025, exactly."""
    def p(before, after):
        larger = sum((b > a) + (b == a) / 2 for a in before for b in after)
        n, m = len(before), len(after)
        # How many orders of i and j starts have u pairs in which the candidate's is the larger one.
        table = [[{} for _ in range(m + 1)] for _ in range(n + 1)]
        table[0][0] = {0: 1}
        for i in range(n + 1):
            for j in range(m + 1):
                for ways, more in ((table[i - 1][j], 0) if i else ({}, 0), (table[i][j - 1], i) if j else ({}, 0)):
                    for u, count in ways.items():
                        table[i][j][u + more] = table[i][j].get(u + more, 0) + count
        return sum(count for u, count in table[n][m].items() if u >= larger) / math.comb(n + m, n)
    return any(p([pair["baseline"][kind] for pair in pairs], [pair["candidate"][kind] for pair in pairs]) < 0.025
               for kind in ("cpu", "p95"))


def kayenta(pairs):
    """Kayenta's default judge on the seconds of the first start of each build: as Rivals.java in bench/decisions."""
    before, after = (pairs[0][arm]["seconds"] for arm in ("baseline", "candidate"))
    n, m = len(before), len(after)
    if min(n, m) < 3:
        return False
    shifts = sorted(b - a for a in before for b in after)
    rank = 2.3263 * math.sqrt(n * m * (n + m + 1) / 12)
    lower = shifts[int(max(0, n * m / 2 - rank))]
    return lower > 0.25 * abs(statistics.median(shifts)) and statistics.mean(after) >= statistics.mean(before)


RIVALS = {"plain 10 %": plain, "Mann-Whitney": mann_whitney, "Kayenta-like": kayenta}
