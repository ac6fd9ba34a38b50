class Sort:
    params = [[10, 1000], ["up", "down"]]
    param_names = ["n", "order"]

    def setup(self, n, order):
        self.data = list(range(n)) if order == "up" else list(range(n, 0, -1))

    def time_sort(self, n, order):
        sorted(self.data)

    def track_length(self, n, order):
        return len(self.data)


def peakmem_list():
    return [0] * 100000


def time_fails():
    raise ValueError("broken")
