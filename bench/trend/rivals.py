# Lets the real programs judge histories: reads float64 values from standard input, NIGHTS of them a history.
# `look NIGHTS` prints one line of JSON per history: the places that each method reports. `year NIGHTS FIRST` analyses
# the first FIRST nights of each history, then one more, and so on, and prints which methods ever report anything.
# `wait NIGHTS AT SLACK` does so from night AT on, and prints after how many nights each reports a place near AT.
# `otava` reads one history of any length per line, as JSON, and prints the places that Otava reports in each.
import json
import math
import sys

import numpy as np
import ruptures
from otava.analysis import compute_change_points


def otava(values):
    # Its defaults.
    points, _ = compute_change_points(list(values), window_len=50, max_pvalue=0.001, min_magnitude=0.0)
    return [int(point.index) for point in points]


def pelt(values, factor):
    # ruptures knows no noise: it is taken from differences of neighbours, which a step hardly changes, and the
    # penalty is the usual one for known noise, or twice that. This class is its PELT with l2 cost, written in C.
    logs = np.log(values)
    sd = 1.4826 * np.median(np.abs(np.diff(logs))) / math.sqrt(2)
    search = ruptures.KernelCPD(kernel="linear", min_size=3, jump=1).fit((logs / sd).reshape(-1, 1))
    return [int(at) for at in search.predict(pen=factor * math.log(len(logs)))[:-1]]


METHODS = {"otava": otava, "three": lambda values: pelt(values, 3), "six": lambda values: pelt(values, 6)}


def look(values):
    return {name: method(values) for name, method in METHODS.items()}


def year(values, first):
    ever = lambda method: any(method(values[:count]) for count in range(first, len(values) + 1))
    return {name: ever(method) for name, method in METHODS.items()}


def wait(values, at, slack):
    def delay(method):
        for count in range(at + 1, len(values) + 1):
            if any(abs(place - at) <= slack for place in method(values[:count])):
                return count - at
        return None

    return {name: delay(method) for name, method in METHODS.items()}


if sys.argv[1] == "otava":
    for line in sys.stdin:
        print(json.dumps(otava(json.loads(line))))
    sys.exit()

mode = {"look": look, "year": year, "wait": wait}[sys.argv[1]]
nights, *options = [int(argument) for argument in sys.argv[2:]]
for history in np.frombuffer(sys.stdin.buffer.read(), dtype=np.float64).reshape(-1, nights):
    print(json.dumps(mode(history, *options)))
