// SPDX-License-Identifier: MIT
// Measures the CPU time of the calling thread, which other load does not
// change. Appends one line per launch: instructions, seconds, kernel.
#include "simt/launch/rates.h"

#include <ctime>
#include <fstream>

namespace simt::cudart {
namespace {

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Outcome run_timed(const std::string& path, const std::string& kernel,
                  const std::function<Outcome()>& launch,
                  const std::function<uint64_t()>& instructions) {
  const double begin = seconds();
  const Outcome outcome = launch();
  const double took = seconds() - begin;
  std::ofstream file(path, std::ios::app);
  file << instructions() << ' ' << took << ' ' << kernel << '\n';
  return outcome;
}

}  // namespace simt::cudart
