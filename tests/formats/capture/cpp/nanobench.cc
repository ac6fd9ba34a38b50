#define ANKERL_NANOBENCH_IMPLEMENT
#include "nanobench.h"
#include <fstream>
#include <string>

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  ankerl::nanobench::Bench bench;
  // A new title or unit forgets the results so far.
  bench.title("strings").unit("byte").epochs(5).minEpochIterations(100);
  unsigned sum = 0;
  bench.run("sum", [&] { ankerl::nanobench::doNotOptimizeAway(sum += 3); });
  std::string text(1000, 'x');
  bench.batch(text.size());
  bench.run("hash", [&] { ankerl::nanobench::doNotOptimizeAway(std::hash<std::string>()(text)); });
  bench.complexityN(64).run("find", [&] { ankerl::nanobench::doNotOptimizeAway(text.find('y')); });
  namespace templates = ankerl::nanobench::templates;
  const std::string directory = argv[1];
  const auto write = [&](ankerl::nanobench::Bench &of, const char *form, const std::string &file) {
    std::ofstream out(directory + "/" + file);
    of.render(form, out);
  };
  write(bench, templates::json(), "nanobench/4.6.0.json");
  write(bench, templates::csv(), "unread/nanobench-csv-4.6.0.txt");
  write(bench, templates::htmlBoxplot(), "unread/nanobench-boxplot-4.6.0.txt");
  // This one can hold a single result.
  ankerl::nanobench::Bench alone;
  alone.title("hash").epochs(5).minEpochIterations(100);
  alone.run("hash", [&] { ankerl::nanobench::doNotOptimizeAway(std::hash<std::string>()(text)); });
  write(alone, templates::pyperf(), "pyperf/nanobench-4.6.0.json");
}
