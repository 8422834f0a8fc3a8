"""The decision of `compare` once more, from the description in docs/verdicts.md and the decisions 9 and 29: a second
opinion on the product's code. Reads what Mirrored.java writes, a comparison a line, and says where the two differ.

    bench/decisions/mirror [-n 10000]        (needs SciPy)
"""

import json
import sys
from functools import lru_cache
from math import inf, log, sqrt

import numpy as np
from scipy import special, stats

LOOKS = [3, 4, 5, 6, 8, 10, 12]
FAIL_ERROR, PASS_ERROR, CONFIRM_BELOW = 0.004, 0.18, 5
SLOW_SHARE, FAINT, WIDTH = 0.125, 0.01, 0.001

# Beside what is usual: times as loud, how likely with a past of the service, and how likely with that of others only.
STATES = [(1 / 3, 0.1, 0.1), (1, 0.72, 0.4), (3, 0.18, 0.25), (9, 0, 0.15), (27, 0, 0.1)]
LOUD_ALONE = 0.05
ANY_NOISE = [0.002, 0.01, 0.05, 0.25, 1.25]

# 99.5 % points of the widest split of 3, 4, ... restarts of one mode, in standard deviations.
SEPARATION = [50.6, 16, 10.8, 8.8, 7.7, 7.1, 6.7, 6.4, 6.1, 5.9, 5.8, 5.6, 5.5, 5.4, 5.3, 5.2, 5.1]


# Modes of restarts.

def split(values):
    """The division of some values with the least squares inside: (least value of the upper part, means, squares)."""
    ordered = np.sort(values)
    inside = [np.var(ordered[:i]) * i + np.var(ordered[i:]) * (len(ordered) - i) for i in range(1, len(ordered))]
    at = int(np.argmin(inside)) + 1
    return ordered[at], ordered[:at].mean(), ordered[at:].mean(), inside[at - 1], at


def modes(before, after):
    """For each arm, of each restart: 0 usual, 1 slow, 2 fast; and whether all of the candidate's may be slow."""
    n = len(before)
    usual = np.zeros(n, int), np.zeros(n, int), False
    if n < 3:
        return usual
    parts = split(before), split(after)
    deviation = sqrt((parts[0][3] + parts[1][3]) / (2 * n - 4))
    needed = max(log(1.25), (SEPARATION[n - 3] if n - 3 < len(SEPARATION) else 5) * deviation)
    real = [upper - lower >= needed for _, lower, upper, _, _ in parts]
    if not any(real):
        return usual

    def middle(arm):
        _, lower, _, _, size = parts[arm]
        return lower if real[arm] and 3 * size > n else float(np.median((before, after)[arm]))

    def sort(arm):
        values = (before, after)[arm]
        edge, lower, upper, _, size = parts[arm]
        other = middle(1 - arm)
        outliers = 3 * size <= n and abs(upper - other) < abs(lower - other)
        above = values >= edge
        return np.where(above, 0, 2) if outliers else np.where(above, 1, 0)

    first = sort(0) if real[0] else np.zeros(n, int)
    _, lower, upper, _, _ = parts[0]
    distance = abs(upper - float(np.median(after)))
    ambiguous = not real[1] and (first == 1).any() and distance <= max(4 * deviation, (upper - lower) / 3)
    second = np.ones(n, int) if ambiguous else sort(1) if real[1] else np.zeros(n, int)
    return first, second, bool(ambiguous)


@lru_cache(None)
def more_often(n, slow_before, slow_after):
    """Fisher's exact test, one-sided."""
    return 1 if slow_after == 0 else stats.hypergeom.sf(slow_after - 1, 2 * n, n, slow_before + slow_after)


# What is known before.

def fitted(variances, degrees):
    """limma's prior of variances by moments (Smyth, 2004): location and degrees of freedom, at most 10."""
    known = [(v, d) for v, d in zip(variances, degrees) if d > 0 and v > 0]
    if len(known) < 5:
        return None
    half = np.array([d / 2 for _, d in known])
    e = np.log([v for v, _ in known]) - special.digamma(half) + np.log(half)
    excess = np.var(e, ddof=1) - special.polygamma(1, half).mean()
    if excess <= 0:
        return float(np.exp(e.mean())), 10.0
    x = 0.5 + 1 / excess
    for _ in range(60):
        x += special.polygamma(1, x) * (1 - special.polygamma(1, x) / excess) / special.polygamma(2, x)
    return float(np.exp(e.mean() + special.digamma(x) - np.log(x))), min(10.0, 2 * float(x))


class Prior:
    """What is usual for one value: by the past comparisons of the service, or by other services."""

    def __init__(self, past, unseen):
        scatter, swings = [], []
        for before, after in past:
            first, second, _ = modes(before, after)
            d = after - before
            alike = d[first == second] if (first == second).any() else d
            scatter.append((np.var(alike, ddof=1) if len(alike) > 1 else 0, len(alike) - 1))
            swings += list(abs(d - np.median(d)))
        usual = fitted(*zip(*scatter)) if scatter else None
        self.seen = usual is not None
        self.variance, self.degrees = usual if self.seen else (unseen * unseen, 3.0)
        self.swings = swings if self.seen else []

    def densities(self, d):
        """The probability density of the variance of some differences, in each state."""
        if len(d) < 2:
            return np.ones(len(STATES))
        v = max(1e-14, np.var(d, ddof=1))
        scales = [self.variance * times * times for times, _, _ in STATES]
        return np.array([stats.f.pdf(v / s, len(d) - 1, self.degrees) / s for s in scales])

    def evidence(self, d):
        """The same if the state is that of the comparison, and this value may be louder by itself."""
        each = self.densities(d)
        return (1 - LOUD_ALONE) * each + LOUD_ALONE * np.append(each[1:], each[-1])

    def spread(self, d, common):
        """A mixture of t around the mean of some differences: [(weight, error, degrees)]."""
        weights = common * np.array([seen if self.seen else unseen for _, seen, unseen in STATES])
        weights = weights / weights.sum()
        each = self.densities(d)
        for i in reversed(range(len(STATES) - 1)):
            louder = LOUD_ALONE * each[i + 1]
            alone = louder / (louder + (1 - LOUD_ALONE) * each[i]) if louder + each[i] > 0 else 1
            weights[i + 1] += weights[i] * alone
            weights[i] *= 1 - alone
        return mixture(d, weights, [(self.variance * t * t, self.degrees) for t, _, _ in STATES])

    def swing_pairs(self, growth):
        """Before so many pairs, restarts of one build may explain the growth."""
        if growth >= log(3):
            return 0
        seen = any(2 / 3 * growth <= swing <= 1.5 * growth for swing in self.swings)
        return (6 if self.seen else 5) if len(self.swings) < 15 or seen else 0


def mixture(d, weights, priors):
    n = len(d)
    v = np.var(d, ddof=1) if n > 1 else 0
    return [(w, sqrt((d0 * s2 + (n - 1) * v) / (d0 + n - 1) / n), d0 + n - 1)
            for w, (s2, d0) in zip(weights, priors) if w > 0]


def any_noise(d):
    v = max(1e-14, np.var(d, ddof=1))
    weights = np.array([stats.f.pdf(v / s / s, len(d) - 1, 2) / s / s for s in ANY_NOISE])
    return mixture(d, weights / weights.sum(), [(s * s, 2.0) for s in ANY_NOISE])


def beyond(spread, distance):
    """The probability of an error of this size, upwards."""
    return min(1, sum(w * special.stdtr(degrees, -distance / error) for w, error, degrees in spread))


def quantile(spread, level):
    low = min(-special.stdtrit(degrees, level) * error for _, error, degrees in spread)
    high = max(-special.stdtrit(degrees, level) * error for _, error, degrees in spread)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(spread, middle) > level else (low, middle)
    return high


# A look.

def seen(values, priors, n):
    """What each value shows after n pairs."""
    shown = []
    for (before, after), prior in zip(values, priors):
        first, second, ambiguous = modes(before[:n], after[:n])
        d = (after - before)[:n]
        alike = d[first == second]
        shown.append((d, alike if len(alike) else d, len(alike), first, second, ambiguous))
    common = np.ones(len(STATES))
    for (_, like, *_), prior in zip(shown, priors):
        evidence = prior.evidence(like)
        common = common * evidence / evidence.max()
    looks = []
    for (d, like, count, first, second, ambiguous), prior in zip(shown, priors):
        used, sample, spread = count, like, prior.spread(like, common)
        if count < n:
            all_pairs = any_noise(d)
            if count < 3 or quantile(all_pairs, WIDTH) < quantile(spread, WIDTH):
                used, sample, spread = n, d, all_pairs
        growth = float(sample.mean())
        slow = int((first == 1).sum()), int((second == 1).sum())
        looks.append(dict(growth=growth, p=beyond(spread, growth), spread=spread, used=used, of_like=used == count,
                          slow=slow, more_often=more_often(n, *slow), ambiguous=ambiguous,
                          swing_pairs=prior.swing_pairs(growth)))
    return looks


def holm(p, level):
    levels, held, still = [0.0] * len(p), level / len(p), True
    for rank, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        if still:
            held = level / (len(p) - rank)
            still = p[i] <= held
        levels[i] = held
    return levels


def crosses(look, level, slow, limit):
    grown = look['used'] >= 3 and look['growth'] >= limit and look['growth'] > 0 and look['p'] <= level
    return grown or look['more_often'] <= slow


def waits(look, n):
    return (look['ambiguous'] and n <= CONFIRM_BELOW) or n < look['swing_pairs']


def steps(values, priors, n, limit):
    fail_level = FAIL_ERROR / len(LOOKS)
    slow = SLOW_SHARE * fail_level / len(values)

    def tested(n):
        looks = seen(values, priors, n)
        levels = holm([look['p'] for look in looks], (1 - SLOW_SHARE) * fail_level)
        return looks, [crosses(look, level, slow, limit) for look, level in zip(looks, levels)]

    looks, clear = tested(n)
    before = [None] * len(looks)
    if 3 < n <= CONFIRM_BELOW and n - 1 in LOOKS:
        earlier, crossed = tested(n - 1)
        for i, look in enumerate(earlier):
            if crossed[i] and not waits(look, n - 1):
                before[i] = 'clearly'
            elif crosses(look, FAINT, FAINT, limit):
                before[i] = 'faintly'
    found = []
    for i, look in enumerate(looks):
        if n not in LOOKS and before[i] != 'clearly':
            found.append('GO_ON')
        elif clear[i]:
            found.append('FAIL' if not waits(look, n) and (n >= CONFIRM_BELOW or before[i]) else 'CONFIRM')
        elif not waits(look, n) and before[i] == 'clearly' and crosses(look, FAINT, FAINT, limit):
            found.append('FAIL')
        else:
            one_sided = look['slow'][0] == 0 and look['slow'][1] > 0 and 3 * n < 2 * LOOKS[-1]
            below = beyond(look['spread'], limit - look['growth']) <= PASS_ERROR / len(LOOKS)
            found.append('PASS' if look['of_like'] and look['used'] >= 3 and not one_sided and below else 'GO_ON')
    return found


def decide(values, priors, limit):
    n = LOOKS[0]
    while True:
        found = steps(values, priors, n, limit)
        if 'FAIL' in found:
            return 'FAIL', n
        if all(step == 'PASS' for step in found):
            return 'PASS', n
        if n >= LOOKS[-1]:
            return 'OPEN', n
        n = n + 1 if 'CONFIRM' in found else next(look for look in LOOKS if look > n)


def main():
    count, other = 0, 0
    for line in sys.stdin:
        one = json.loads(line)
        arrays = lambda arms: [tuple(map(np.array, pair)) for pair in zip(*arms)]
        past = [arrays(comparison) for comparison in one['past']]
        priors = [Prior([comparison[i] for comparison in past], one['unseen']) for i in range(len(one['values'][0]))]
        verdict = decide(arrays(one['values']), priors, log(1 + one['limit']))
        count += 1
        if verdict != (one['verdict'], one['pairs']):
            other += 1
            print(f"{one['world']}: {verdict} here, {one['verdict']} after {one['pairs']} pairs there")
    print(f'{count} comparisons, {count - other} with the same verdict after the same number of pairs')
    sys.exit(1 if other or not count else 0)


if __name__ == '__main__':
    main()
