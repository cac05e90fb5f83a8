// SPDX-License-Identifier: MIT
// What the emulator counted, read from inside a check: host code only. It is
// looked up at run time, so the same executable also runs on a GPU, where
// there are no counters (see docs/emulator.md).
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <vector>

extern "C" {
/// Counters of a launch, as the emulator exports them: executions per warp.
struct SimtTraffic {
  uint64_t requests, sectors, ideal_sectors, bytes;
  uint64_t wavefronts, ideal_wavefronts, bank_conflicts;
};
struct SimtCounters {
  uint64_t warp_instructions, thread_instructions;
  uint64_t branches, divergent_branches;
  uint64_t barriers, warp_barriers, shuffles, votes, atomics, fences;
  uint64_t system_releases;  // fences, stores and atomics of scope .sys
  // Products by matrix instructions, m * n * k each; and of floating-point
  // numbers by ordinary ones, one per lane, two in a packed one.
  uint64_t matrix_multiplies, float_multiplies;
  SimtTraffic global_load, global_store, shared_load, shared_store;
  SimtTraffic shared_atomic, local_load, local_store;
  SimtTraffic global_atomic, texture_load;
  SimtTraffic bulk_read, bulk_write;  // of global memory; a request is a copy
  // By whatever instruction; an atomic both reads and writes.
  SimtTraffic global_read, global_write, shared;
};
/// One launch; pointers stay valid until the program ends.
struct SimtLaunch {
  const char* kernel;  // demangled
  uint32_t grid[3], block[3];
  uint64_t dynamic_shared_bytes, static_shared_bytes;
  uint64_t dynamic_shared_bytes_touched;
  int32_t registers, resident_blocks_per_sm, cooperative;
  SimtCounters counters;
  // The warp that executed the most instructions; of equals, the first one.
  uint64_t busiest_warp_instructions;
  uint32_t busiest_warp_block[3], busiest_warp;
  // Strong stores and atomics, by lane, to memory that the host sees. And those
  // of them that promise the host nothing of what the thread stored there
  // before: no release of system scope lies between, or their scope is
  // narrower, or they read and write, which over PCIe is no atomic to the host.
  uint64_t host_flags, unreleased_host_flags;
  // Waits of warps for copies to shared memory, by groups or by an mbarrier.
  // And the bytes that others had yet to bring then, summed: docs/counting.md.
  uint64_t copy_waits, copy_bytes_left;
  // Warps that issue bulk copies to their own block and wait for copies, these
  // waits, and the bytes that none of these warps had waited for then, summed.
  uint64_t issuers, issuer_waits, issuer_bytes_left;
};
/// Functions that the emulator's libcudart exports.
using SimtLaunchCount = uint64_t (*)();
/// Fills `out` for launch `index`; 0 when there is no such launch.
using SimtLaunchAt = int (*)(uint64_t index, SimtLaunch* out);
/// Warps that ran `mnemonic` in launch `index`; "fma.*" is all that begin so.
using SimtInstructionCount = uint64_t (*)(uint64_t index, const char* mnemonic);
/// What launch `index` did, like global_read, to the allocation of `address`.
using SimtAllocationTraffic = int (*)(uint64_t index, const void* address,
                                      SimtTraffic* reads, SimtTraffic* writes);
using SimtFailCall = void (*)(uint64_t call, int told);
/// The error that the call returned, or 0; `later`: calls made after it.
using SimtCallFailed = int (*)(uint64_t* later);
/// Streams, events, graphs, executable graphs, arrays, textures, surfaces and
/// allocations of every kind that the program made and has not given back.
using SimtLiveObjects = uint64_t (*)();
}

namespace lockstep {

/// The emulator's function `name`, or null: another runtime is loaded.
template <typename Function>
Function emulator_function(const char* name) {
  void* library = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
  return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

/// True on the emulator, false on a GPU. A check of technique REQUIREs it: a
/// missing counter must fail the case.
inline bool counters_available() {
  return emulator_function<SimtLaunchCount>("simt_launch_count") != nullptr;
}

/// The `call`-th call of the runtime from now on that can fail does nothing and
/// returns an error (docs/diagnostics/injected-fault.md); 0: none does. Nothing
/// happens on a GPU. A check that says itself which call failed leaves the
/// warning out: `told` = false.
inline void fail_call(uint64_t call, bool told = true) {
  if (const auto fail = emulator_function<SimtFailCall>("simt_fail_call"))
    fail(call, told);
}

/// What came of fail_call().
struct FailedCall {
  int error = 0;       // a cudaError_t, what the call returned; 0: not made yet
  uint64_t later = 0;  // calls that can fail, made after it
};
inline FailedCall failed_call() {
  FailedCall call;
  if (const auto of = emulator_function<SimtCallFailed>("simt_call_failed"))
    call.error = of(&call.later);
  return call;
}

/// True once the call that fail_call() asked for has failed.
inline bool call_failed() { return failed_call().error != 0; }

/// How many allocations, streams, events, graphs and the like are there; 0 on a
/// GPU.
inline uint64_t live_objects() {
  const auto of = emulator_function<SimtLiveObjects>("simt_live_objects");
  return of ? of() : 0;
}

/// Adds each counter of `part` to `sum`. The structs hold only uint64_t.
template <typename Counts>
void add_counts(Counts& sum, const Counts& part) {
  uint64_t a[sizeof(Counts) / sizeof(uint64_t)], b[sizeof a / sizeof *a];
  static_assert(sizeof a == sizeof(Counts), "only uint64_t inside");
  std::memcpy(a, &sum, sizeof a);
  std::memcpy(b, &part, sizeof b);
  for (size_t i = 0; i < sizeof a / sizeof *a; ++i) a[i] += b[i];
  std::memcpy(&sum, a, sizeof a);
}

/// Everything launched since its construction; sums cover ALL of it. Wait for
/// the device (download a result) before you read it.
class Recording {
 public:
  uint64_t launches() const { return count() - first_; }

  /// The launches in order: those whose kernel's name holds `kernel`.
  std::vector<SimtLaunch> list(const char* kernel = "") const {
    std::vector<SimtLaunch> found;
    const auto at = emulator_function<SimtLaunchAt>("simt_launch_at");
    SimtLaunch one{};
    for (uint64_t i = first_; at && i < count(); ++i) {
      if (at(i, &one) == 0 || !std::strstr(one.kernel, kernel)) continue;
      found.push_back(one);
    }
    return found;
  }

  /// The counters of those launches, added up.
  SimtCounters total(const char* kernel = "") const {
    SimtCounters sum{};
    for (const auto& one : list(kernel)) add_counts(sum, one.counters);
    return sum;
  }

  /// Warps that ran `mnemonic`: "fma.rn.f32", or "fma.*" for all that begin so.
  uint64_t instructions(const char* mnemonic) const {
    const auto of =
        emulator_function<SimtInstructionCount>("simt_instruction_count");
    uint64_t sum = 0;
    for (uint64_t i = first_; of && i < count(); ++i) sum += of(i, mnemonic);
    return sum;
  }

  struct Traffic {
    SimtTraffic loads, stores;
  };
  /// Of the allocation that holds device address `data`; atomics are both.
  Traffic traffic(const void* data) const {
    const auto of =
        emulator_function<SimtAllocationTraffic>("simt_allocation_traffic");
    Traffic sum{}, one{};
    for (uint64_t i = first_; of && i < count(); ++i) {
      if (of(i, data, &one.loads, &one.stores) != 0) add_counts(sum, one);
    }
    return sum;
  }

 private:
  static uint64_t count() {
    const auto of = emulator_function<SimtLaunchCount>("simt_launch_count");
    return of ? of() : 0;
  }

  const uint64_t first_ = count();
};

}  // namespace lockstep
