// SPDX-License-Identifier: MIT
// A launch of few blocks uses as many multiprocessors as it has blocks. Every
// clock runs at its highest.
#include "simt/checks/floor.h"

#include <algorithm>

namespace simt::checks {
namespace {

constexpr uint64_t kSectorBytes = 32;
constexpr double kPortBytes = 64;  // between L2 and a multiprocessor, a clock

/// Additions and multiplications, one of each of which may become one.
uint64_t joined(uint64_t adds, uint64_t multiplies, uint64_t both) {
  return both + std::max(adds, multiplies);
}

/// Bytes that must come from memory or go there: L2 may hold the rest when the
/// launch begins, or when it ends.
uint64_t beyond(uint64_t sectors, int cache_bytes) {
  const uint64_t bytes = sectors * kSectorBytes;
  const auto held = static_cast<uint64_t>(cache_bytes);
  return bytes > held ? bytes - held : 0;
}

class Bound {
 public:
  explicit Bound(const Profile& profile) : clocks_(profile.clock_khz / 1e6) {}

  /// `amount` at `rate` per clock; a rate of 0 is not known.
  void clocks(const char* resource, double amount, double rate) {
    if (rate > 0) nanoseconds(resource, amount, amount / rate / clocks_);
  }

  void nanoseconds(const char* resource, double amount, double ns) {
    if (amount < 1) return;
    const auto whole = static_cast<uint64_t>(ns);
    floor_.parts.push_back({resource, static_cast<uint64_t>(amount), whole});
    if (whole <= floor_.ns && !floor_.limit.empty()) return;
    floor_.limit = resource;
    floor_.ns = whole;
  }

  report::Floor take() { return std::move(floor_); }

 private:
  double clocks_;  // per nanosecond
  report::Floor floor_;
};

}  // namespace

report::Floor floor_of(const LeastWork& work, const Profile& profile) {
  const auto sms = static_cast<double>(
      std::min(work.blocks, static_cast<uint64_t>(profile.sms)));
  Bound bound(profile);
  const auto moved =
      static_cast<double>(beyond(work.sectors_read, profile.l2_bytes) +
                          beyond(work.sectors_written, profile.l2_bytes));
  // Bytes per nanosecond; two transfers in each clock of the memory.
  const double memory =
      2.0 * profile.memory_khz / 1e6 * (profile.bus_bits / 8.0);
  bound.nanoseconds("DRAM", moved, moved / memory);
  if (profile.counts_sectors) {
    const double port = kPortBytes * sms;
    bound.clocks(
        "L2",
        static_cast<double>(std::max(work.sectors_read, work.sectors_written) *
                            kSectorBytes),
        profile.l2_bytes_per_clock == 0
            ? port
            : std::min<double>(port, profile.l2_bytes_per_clock));
  }
  bound.clocks("L1", work.l1_wavefronts, sms);
  bound.clocks("shared memory", work.shared_wavefronts, sms);
  bound.clocks(
      "FP32",
      static_cast<double>(joined(work.float_adds, work.float_multiplies,
                                 work.float_multiply_adds)),
      profile.float_lanes * sms);
  bound.clocks(
      "FP64",
      static_cast<double>(joined(work.double_adds, work.double_multiplies,
                                 work.double_multiply_adds)),
      sms * profile.float_lanes / profile.double_ratio);
  bound.clocks("tensor cores", static_cast<double>(work.tensor_halves / 2),
               profile.tensor_operations * sms);
  bound.clocks("FP64 tensor cores",
               static_cast<double>(work.tensor_double_halves / 2),
               profile.tensor_double_operations * sms);
  bound.clocks("atomics at one address",
               static_cast<double>(work.updates_of_one_word), 1);
  return bound.take();
}

}  // namespace simt::checks
