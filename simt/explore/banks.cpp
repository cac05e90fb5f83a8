// SPDX-License-Identifier: MIT
// One request of a warp to a tile in shared memory: which elements, and how
// many wavefronts.
#include "simt/explore/explorer.h"

namespace simt::explore {
namespace {

constexpr uint64_t kWarpBytes = 32 * 16;

Result answer(Rig& rig, const Choice& choice) {
  const bool load = choice.text("access") == "load";
  const int width = choice.number("width");
  Run run;
  run.kernel = std::string("bank_") + (load ? "load_" : "store_") +
               std::to_string(width);
  run.buffers = {kWarpBytes};
  run.numbers = {choice.number("stride"), choice.number("padding"),
                 choice.text("swizzle") == "row"};
  const Ran ran = rig.run(run);
  // The store is read back, each lane its own element; nobody asks for that.
  const auto& act = access_of(
      ran, load ? steps::ActKind::kLoad : steps::ActKind::kStore, "shared");
  std::vector<int64_t> elements;
  for (const int64_t byte : act.at) elements.push_back(byte / width);
  const auto& traffic =
      load ? ran.counters.shared_load : ran.counters.shared_store;
  return {{"wavefronts", std::to_string(traffic.wavefronts)},
          {"ideal", std::to_string(traffic.ideal_wavefronts)},
          {"elements", sequence(elements)}};
}

}  // namespace

Explorer banks() {
  return {"banks",
          {{"access", {"load", "store"}},
           {"width", {"4", "8", "16"}},
           {"padding", {"0", "1", "2", "4"}},
           {"swizzle", {"none", "row"}},
           {"stride", numbers(0, 33)}},
          answer};
}

}  // namespace simt::explore
