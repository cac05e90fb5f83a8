// SPDX-License-Identifier: MIT
// Blocks that are resident on one multiprocessor, and what each resource alone
// would allow. No kernel runs: the machine's rule is asked.
#include "simt/machine/occupancy.h"

#include "simt/explore/explorer.h"
#include "simt/machine/profile.h"

namespace simt::explore {
namespace {

constexpr uint32_t kKilobyte = 1024;

constexpr int kNoLimit = 1 << 20;  // blocks or threads

/// JSON: blocks of these needs, null where nothing limits them.
std::string blocks(const Profile& profile, const BlockNeeds& needs) {
  const int count = resident_blocks_per_sm(profile, needs);
  return count >= kNoLimit / kWarpSize ? "null" : std::to_string(count);
}

/// The same device with room for any number of threads and blocks.
Profile without_limits(Profile profile) {
  profile.max_threads_per_sm = profile.max_blocks_per_sm = kNoLimit;
  profile.max_threads_per_block = kNoLimit;
  return profile;
}

Result answer(Rig&, const Choice& choice) {
  const Profile& profile = *find_profile(choice.text("device"));
  const int threads = choice.number("threads");
  const int registers = capped_registers(profile, choice.number("registers"));
  const uint32_t shared =
      static_cast<uint32_t>(choice.number("shared")) * kKilobyte;
  const Profile wide = without_limits(profile);
  Profile threads_only = profile;
  threads_only.max_blocks_per_sm = kNoLimit;
  threads_only.shared_reserved = 0;
  Profile registers_only = wide;
  registers_only.shared_reserved = 0;
  return {
      {"blocks", blocks(profile, {threads, registers, shared})},
      {"registers", std::to_string(registers)},
      {"by_threads", blocks(threads_only, {threads})},
      {"by_registers", blocks(registers_only, {threads, registers})},
      {"by_shared", blocks(wide, {1, 0, shared})},
      {"most_blocks", std::to_string(profile.max_blocks_per_sm)},
      {"most_warps", std::to_string(profile.max_threads_per_sm / kWarpSize)},
      {"warps", std::to_string((threads + kWarpSize - 1) / kWarpSize)},
      {"device_name", quoted(std::string(profile.device_name))}};
}

}  // namespace

Explorer occupancy() {
  std::vector<std::string> devices;
  for (const Profile& profile : profiles()) devices.emplace_back(profile.name);
  return {
      "occupancy",
      {{"device", devices},
       {"registers",
        {"16", "24", "32", "40", "48", "64", "80", "96", "128", "168", "255"}},
       {"shared",
        {"0", "1", "2", "4", "8", "12", "16", "24", "32", "48", "64", "100",
         "164", "227"}},
       {"threads",
        {"32", "64", "96", "128", "192", "256", "384", "512", "768", "1024"}}},
      answer};
}

}  // namespace simt::explore
