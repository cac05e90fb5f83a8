// SPDX-License-Identifier: MIT
// Which of several images to use, as the CUDA driver decides it.
#include <algorithm>
#include <cstdlib>

#include "simt/fatbin/fatbin.h"

namespace simt::fatbin {
namespace {

constexpr int kOldestWritten = 75;  // nvcc 13 writes no PTX for older ones
constexpr uint64_t kThisOnly = 0x100000;  // sm_90a: for that device alone

bool this_only(const Entry& entry) { return (entry.flags & kThisOnly) != 0; }

/// What a person can do when unit `unit` has no PTX that fits.
std::string advice(const std::vector<Entry>& entries, int unit, int sm) {
  int oldest = 0, only = 0;
  std::string source;
  for (const Entry& entry : entries) {
    if (entry.unit != unit) continue;
    if (source.empty()) source = entry.source;
    if (entry.kind != Entry::Kind::kPtx) continue;
    if (this_only(entry)) {
      only = entry.sm;
      continue;
    }
    oldest = oldest == 0 ? entry.sm : std::min(oldest, entry.sm);
  }
  const std::string who = source.empty() ? "this program" : source;
  const std::string add =
      "; add -gencode arch=compute_75,code=compute_75 to the nvcc line";
  if (oldest == 0 && only != 0)
    return "the PTX of " + who + " is for sm_" + std::to_string(only) +
           "a and no other device, but this one is sm_" + std::to_string(sm) +
           add;
  if (oldest == 0) return who + " holds no PTX, only machine code" + add;
  return "the PTX of " + who + " is for sm_" + std::to_string(oldest) +
         " and newer, but the device is sm_" + std::to_string(sm) + add;
}

/// Whether `entry` suits a device of `sm` better than `best` (null: none yet).
/// PTX for this very device (sm_90a), else the newest that is not newer than
/// the device; a device older than any that nvcc writes PTX for takes the
/// oldest there is.
bool better(const Entry& entry, const Entry* best, int sm) {
  if (entry.kind != Entry::Kind::kPtx) return false;
  if (this_only(entry)) return entry.sm == sm;
  if (entry.sm > sm) {
    return sm < kOldestWritten && (!best || entry.sm < best->sm);
  }
  if (best && this_only(*best)) return false;
  return !best || best->sm > sm || entry.sm > best->sm;
}

/// Whether nvcc itself added the unit with -rdc: the device runtime for dynamic
/// parallelism, whose PTX is for the newest device. Compiled files have names.
bool added_by_nvcc(const std::vector<Entry>& entries, int unit) {
  return unit > 0 && std::all_of(entries.begin(), entries.end(),
                                 [unit](const Entry& entry) {
                                   return entry.unit != unit ||
                                          entry.source.empty();
                                 });
}

}  // namespace

std::vector<const Entry*> choose_ptx(const std::vector<Entry>& entries, int sm,
                                     std::string& error) {
  // With -rdc unit 0 is the linked machine code; its PTX stands in the others.
  int last = 0;
  for (const Entry& entry : entries) last = std::max(last, entry.unit);
  std::vector<const Entry*> chosen;
  for (int unit = last > 0 ? 1 : 0; unit <= last; ++unit) {
    const Entry* best = nullptr;
    for (const Entry& entry : entries) {
      if (entry.unit == unit && better(entry, best, sm)) best = &entry;
    }
    if (!best && !chosen.empty() && added_by_nvcc(entries, unit)) continue;
    if (!best) {
      error = advice(entries, unit, sm);
      return {};
    }
    chosen.push_back(best);
  }
  return chosen;
}

const Entry* choose_elf(const std::vector<Entry>& entries, int sm) {
  const Entry* best = nullptr;
  for (const Entry& entry : entries) {
    if (entry.kind != Entry::Kind::kElf || entry.unit != 0) continue;
    const int distance = std::abs(entry.sm - sm);
    const bool nearer =
        !best || distance < std::abs(best->sm - sm) ||
        (distance == std::abs(best->sm - sm) && entry.sm < best->sm);
    if (nearer) best = &entry;
  }
  return best;
}

}  // namespace simt::fatbin
