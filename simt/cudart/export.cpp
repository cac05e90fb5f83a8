// SPDX-License-Identifier: MIT
// It reads the same structs as the JSON writer, so the two cannot disagree.
#include "simt/cudart/export.h"

#include <deque>
#include <initializer_list>
#include <string>

#include "simt/cudart/call.h"

namespace simt::cudart {
namespace {

SimtTraffic traffic(const report::GlobalTraffic& t) {
  return {t.requests, t.sectors, t.ideal_sectors, t.bytes, 0, 0, 0};
}

SimtTraffic traffic(const report::SharedTraffic& t) {
  return {t.requests,      0, 0, 0, t.wavefronts, t.ideal_wavefronts,
          t.bank_conflicts};
}

SimtTraffic sum_of(std::initializer_list<SimtTraffic> all) {
  SimtTraffic sum{};
  for (const SimtTraffic& one : all) lockstep::add_counts(sum, one);
  return sum;
}

SimtTraffic requests_only(uint64_t requests) {
  return {requests, 0, 0, 0, 0, 0, 0};
}

SimtCounters counters(const report::Counters& c) {
  SimtCounters out{};
  out.warp_instructions = c.warp_instructions;
  out.thread_instructions = c.thread_instructions;
  out.branches = c.branches;
  out.divergent_branches = c.divergent_branches;
  out.barriers = c.barriers;
  out.warp_barriers = c.warp_barriers;
  out.shuffles = c.shuffles;
  out.votes = c.votes;
  out.atomics = c.atomics;
  out.fences = c.fences;
  out.system_releases = c.system_releases;
  out.matrix_multiplies = c.matrix_multiplies;
  out.float_multiplies = c.float_multiplies;
  out.global_load = traffic(c.global_load);
  out.global_store = traffic(c.global_store);
  out.shared_load = traffic(c.shared_load);
  out.shared_store = traffic(c.shared_store);
  out.shared_atomic = traffic(c.shared_atomic);
  out.local_load = requests_only(c.local_load_requests);
  out.local_store = requests_only(c.local_store_requests);
  out.global_atomic = traffic(c.global_atomic);
  out.texture_load = traffic(c.texture_load);
  out.bulk_read = traffic(c.bulk_read);
  out.bulk_write = traffic(c.bulk_write);
  const SimtTraffic& atomics = out.global_atomic;
  out.global_read =
      sum_of({out.global_load, atomics, out.texture_load, out.bulk_read});
  out.global_write = sum_of({out.global_store, atomics, out.bulk_write});
  out.shared = sum_of({out.shared_load, out.shared_store, out.shared_atomic});
  return out;
}

/// A copy of the name that lives as long as the program: launches may move.
const char* kept_name(size_t index, const std::string& name) {
  static std::deque<std::string> names;
  while (names.size() <= index) names.emplace_back();
  if (names[index].empty()) names[index] = name;
  return names[index].c_str();
}

SimtLaunch view(size_t index, const report::Launch& launch,
                const checks::HostFlags& flags,
                const races::CopyWaits& copies) {
  SimtLaunch out{};
  out.kernel = kept_name(index, launch.kernel);
  for (size_t i = 0; i < 3; ++i) {
    out.grid[i] = launch.grid[i];
    out.block[i] = launch.block[i];
  }
  out.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  out.static_shared_bytes = launch.static_shared_bytes;
  out.dynamic_shared_bytes_touched = launch.dynamic_shared_bytes_touched;
  out.registers = launch.registers;
  out.resident_blocks_per_sm = launch.resident_blocks_per_sm;
  out.cooperative = launch.cooperative ? 1 : 0;
  out.counters = counters(launch.counters);
  out.busiest_warp_instructions = launch.busiest_warp.instructions;
  for (size_t i = 0; i < 3; ++i)
    out.busiest_warp_block[i] = launch.busiest_warp.block[i];
  out.busiest_warp = launch.busiest_warp.warp;
  out.host_flags = flags.stores;
  out.unreleased_host_flags = flags.unreleased;
  out.copy_waits = copies.waits;
  out.copy_bytes_left = copies.bytes_left;
  out.issuers = copies.issuers;
  out.issuer_waits = copies.issuer_waits;
  out.issuer_bytes_left = copies.issuer_bytes_left;
  return out;
}

/// Launch `index`, or null.
const report::Launch* launch_at(State& s, uint64_t index) {
  const auto& launches = s.session.report().launches;
  return index < launches.size() ? &launches[index] : nullptr;
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

const char* simt_emulator_version() { return SIMT_VERSION; }

uint64_t simt_launch_count() {
  Entry entry;
  finish_all(entry.state());
  return entry.state().session.report().launches.size();
}

int simt_launch_at(uint64_t index, SimtLaunch* out) {
  Entry entry;
  finish_all(entry.state());
  const auto* launch = launch_at(entry.state(), index);
  if (!launch || !out) return 0;
  const auto& session = entry.state().session;
  *out = view(index, *launch, session.host_flags(index),
              session.copy_waits(index));
  return 1;
}

uint64_t simt_instruction_count(uint64_t index, const char* mnemonic) {
  Entry entry;
  finish_all(entry.state());
  const auto* launch = launch_at(entry.state(), index);
  if (!launch || !mnemonic) return 0;
  const auto& counted = launch->counters.instructions;
  std::string name = mnemonic;
  if (name.empty() || name.back() != '*') {
    const auto found = counted.find(name);
    return found == counted.end() ? 0 : found->second;
  }
  name.pop_back();
  uint64_t sum = 0;
  for (auto it = counted.lower_bound(name);
       it != counted.end() && it->first.compare(0, name.size(), name) == 0;
       ++it)
    sum += it->second;
  return sum;
}

int simt_allocation_traffic(uint64_t index, const void* address,
                            SimtTraffic* reads, SimtTraffic* writes) {
  Entry entry;
  finish_all(entry.state());
  const auto* found = entry.state().session.allocation_traffic(
      index, reinterpret_cast<uint64_t>(address));
  if (!found) return 0;
  const SimtTraffic atomics = traffic(found->atomics);
  if (reads)
    *reads =
        sum_of({traffic(found->loads), atomics, traffic(found->texture_loads),
                traffic(found->bulk_reads)});
  if (writes)
    *writes =
        sum_of({traffic(found->stores), atomics, traffic(found->bulk_writes)});
  return 1;
}

void simt_fail_call(uint64_t call, int told) {
  Entry entry;
  entry.state().faults = {call, 0, "fail_call(" + std::to_string(call) + ")",
                          cudaSuccess, told != 0};
}

int simt_call_failed(uint64_t* later) {
  Entry entry;
  const Faults& faults = entry.state().faults;
  const bool failed = faults.error != cudaSuccess;
  if (later) *later = failed ? faults.calls - faults.at : 0;
  return faults.error;
}

uint64_t simt_live_objects() {
  Entry entry;
  State& s = entry.state();
  return s.handles.alive() + s.memory.kept().size();
}

}  // extern "C"
