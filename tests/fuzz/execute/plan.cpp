// SPDX-License-Identifier: MIT
// Sizes stay small: what a program does in 4 warps it does in 400.
#include "tests/fuzz/execute/plan.h"

#include <algorithm>
#include <sstream>

#include "simt/machine/profile.h"

namespace fuzz {
namespace {

constexpr std::string_view kHead = "// launch:";
constexpr uint32_t kMostThreads = 160, kMostBlocks = 6;

void bound(Plan& p) {
  const auto clamp = [](std::array<uint32_t, 3>& size, uint32_t most) {
    for (uint32_t& n : size) n = std::clamp(n, 1u, most);
    while (uint64_t{size[0]} * size[1] * size[2] > most) {
      for (uint32_t& n : size) n = std::max(1u, n / 2);
    }
  };
  clamp(p.grid, kMostBlocks);
  clamp(p.block, kMostThreads);
  p.cluster = std::clamp(p.cluster, 1u, p.grid[0]);
  p.grid[0] -= p.grid[0] % p.cluster;
  p.shared = std::min(p.shared, 64u << 10);
  p.limit = std::clamp(p.limit, 1u, 5000u);
}

}  // namespace

Plan read_plan(std::string_view text) {
  Plan p;
  if (!text.starts_with(kHead)) return p;
  std::istringstream in(
      std::string(text.substr(kHead.size(), text.find('\n') - kHead.size())));
  for (std::string word; in >> word;) {
    if (word == "grid") in >> p.grid[0] >> p.grid[1] >> p.grid[2];
    if (word == "block") in >> p.block[0] >> p.block[1] >> p.block[2];
    if (word == "cluster") in >> p.cluster;
    if (word == "shared") in >> p.shared;
    if (word == "device") in >> p.device;
    if (word == "schedule") in >> p.schedule;
    if (word == "data") in >> p.data;
    if (word == "limit") in >> p.limit;
    if (word == "options") in >> p.options;
  }
  if (simt::find_profile(p.device) == nullptr) p.device = Plan().device;
  bound(p);
  return p;
}

std::string print_plan(const Plan& p) {
  std::ostringstream out;
  out << kHead << " grid " << p.grid[0] << ' ' << p.grid[1] << ' ' << p.grid[2]
      << " block " << p.block[0] << ' ' << p.block[1] << ' ' << p.block[2]
      << " cluster " << p.cluster << " shared " << p.shared << " device "
      << p.device << " schedule " << p.schedule << " data " << p.data
      << " limit " << p.limit << " options " << p.options << '\n';
  return out.str();
}

void mutate_plan(Plan& p, Dice& dice) {
  static constexpr uint32_t kSizes[] = {1,  1,  1,  2,  3,  4,  5,  7,   8,
                                        16, 31, 32, 33, 64, 65, 96, 128, 160};
  static constexpr uint32_t kShared[] = {0,   1,    4,    15,    16,   100,
                                         256, 1024, 4096, 16384, 49152};
  switch (dice.below(9)) {
    case 0:
      dice.of(p.grid) = static_cast<uint32_t>(1 + dice.below(4));
      break;
    case 1:
    case 2:
      dice.of(p.block) = dice.of(kSizes);
      break;
    case 3:
      p.shared = dice.of(kShared);
      break;
    case 4:
      p.device = std::string(
          simt::profiles()[dice.below(simt::profiles().size())].name);
      break;
    case 5:
      p.schedule = dice.percent(50) ? 0 : 1 + dice.below(1000);
      break;
    case 6:
      p.data = dice.next() % 100000;
      break;
    case 7:
      p.cluster = static_cast<uint32_t>(1 + dice.below(4));
      break;
    default:
      p.options = static_cast<uint32_t>(dice.below(16));
      p.limit = dice.percent(90) ? 500 : 5000;
  }
  bound(p);
}

}  // namespace fuzz
