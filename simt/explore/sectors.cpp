// SPDX-License-Identifier: MIT
// One load of a warp from global memory: which bytes, and how many sectors.
#include "simt/explore/explorer.h"

namespace simt::explore {
namespace {

constexpr int kMostStride = 32, kMostStart = 31;
constexpr uint64_t kElements = 31 * kMostStride + kMostStart + 1;

Result answer(Rig& rig, const Choice& choice) {
  const int bytes = choice.number("bytes");
  Run run;
  run.kernel = "sector_load_" + std::to_string(bytes);
  run.buffers = {kElements * static_cast<uint64_t>(bytes), 32 * 16};
  run.numbers = {choice.number("stride"), choice.number("start")};
  const Ran ran = rig.run(run);
  const auto& act = access_of(ran, steps::ActKind::kLoad, "global");
  const auto& traffic = ran.counters.global_load;
  return {{"sectors", std::to_string(traffic.sectors)},
          {"ideal", std::to_string(traffic.ideal_sectors)},
          {"at", sequence(act.at)}};
}

}  // namespace

Explorer sectors() {
  return {"sectors",
          {{"bytes", {"1", "2", "4", "8", "16"}},
           {"start", {"0", "1", "2", "3", "4", "8", "16", "31"}},
           {"stride", numbers(0, kMostStride)}},
          answer};
}

}  // namespace simt::explore
