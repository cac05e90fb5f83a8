// SPDX-License-Identifier: MIT
// The rules against what a GPU counted for one-warp accesses, exactly. Needs
// no nvcc: the patterns' addresses go straight to the rules.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>

#include "simt/checks/bank_model.h"
#include "simt/checks/sector_model.h"
#include "tests/patterns/shapes.h"

namespace simt::checks::recorded_test {
namespace {

using patterns::Pattern;

/// "stride 33,shared,ld,4" -> "1,,2,1": requests, sectors, wavefronts,
/// conflicts.
std::map<std::string, std::string> recorded() {
  std::map<std::string, std::string> found;
  std::ifstream in(LOCKSTEP_ROOT "/tests/recorded/h200/one_warp.csv");
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::erase(line, '"');
    size_t comma = line.size();
    for (int i = 0; i < 4; ++i) comma = line.rfind(',', comma - 1);
    found[line.substr(0, comma)] = line.substr(comma + 1);
  }
  return found;
}

std::string counted(const Pattern& pattern) {
  uint64_t address[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i) address[i] = pattern.offsets[i];
  if (pattern.space == patterns::Space::kShared) {
    const BankCost cost =
        bank_cost(address, pattern.active, static_cast<int>(pattern.width),
                  pattern.op == patterns::Op::kLoad);
    return "1,," + std::to_string(cost.wavefronts) + "," +
           std::to_string(cost.wavefronts - cost.ideal);
  }
  Access access;
  access.bytes = static_cast<uint8_t>(pattern.width);
  access.active = pattern.active;
  access.address = address;
  return "1," + std::to_string(sector_cost(access, access.active).sectors) +
         ",,";
}

TEST_CASE("every recorded pattern costs what the GPU counted") {
  const auto expected = recorded();
  size_t compared = 0;
  for (const Pattern& pattern : patterns::all_patterns()) {
    std::string key = pattern.name;
    key += pattern.space == patterns::Space::kShared ? ",shared" : ",global";
    key += pattern.op == patterns::Op::kLoad ? ",ld," : ",st,";
    key += std::to_string(pattern.width);
    const auto found = expected.find(key);
    if (found == expected.end()) continue;  // not recorded yet
    ++compared;
    CAPTURE(key);
    CHECK(counted(pattern) == found->second);
  }
  CHECK(compared >= 900);
}

}  // namespace
}  // namespace simt::checks::recorded_test
