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
  std::ofstream out(argv[1]);
  bench.render(ankerl::nanobench::templates::json(), out);
}
