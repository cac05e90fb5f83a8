// SPDX-License-Identifier: MIT
// A host touch of device memory: names the allocation and the host function.
// free() of the C library reads the bytes before the address that it is given.
#include "simt/process/host_touch.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <string>
#include <string_view>

#include "simt/context/caller.h"
#include "simt/context/host_symbols.h"
#include "simt/context/pointer_words.h"
#include "simt/context/state.h"

namespace simt::cudart {
namespace {

constexpr uint64_t kHeapHeader = 16;  // bytes that free() may read there
constexpr int kMostFrames = 16;

std::string place_in(const Allocation& a, uint64_t address) {
  return a.name + "+" + std::to_string(address - a.begin);
}

/// Whether the instruction is in free() or what the C library calls so.
bool in_free(uint64_t instruction) {
  Dl_info info{};
  const auto* place = reinterpret_cast<const void*>(instruction);
  if (instruction == 0 || dladdr(place, &info) == 0 || !info.dli_sname) {
    return false;
  }
  const std::string_view name = info.dli_sname;
  return name == "free" || name == "cfree" || name == "__libc_free";
}

/// "in main": the innermost caller that has a name and is not of this library.
std::string caller_of_free() {
  Dl_info own{}, other{};
  dladdr(reinterpret_cast<const void*>(&caller_of_free), &own);
  void* frames[kMostFrames];
  const int count = backtrace(frames, kMostFrames);
  for (int i = 0; i < count; ++i) {
    if (dladdr(frames[i], &other) == 0 || other.dli_fbase == own.dli_fbase)
      continue;
    const std::string name =
        host_function(reinterpret_cast<uint64_t>(frames[i]) - 1);
    if (!name.empty()) return "in " + plain_name(name);
  }
  return "";
}

/// free() of memory that the runtime gave.
report::Diagnostic describe_free(State& s, const Allocation& a) {
  report::Diagnostic d;
  d.name = "wrong-kind";
  d.severity = report::Severity::kError;
  d.message = "free() of the host is given " +
              describe_pointer(s, reinterpret_cast<const void*>(a.begin));
  const std::string where = caller_of_free();
  if (!where.empty()) d.notes.push_back({"host", where});
  d.notes.push_back({"type", remedy_of(s.memory.facts(a).kind)});
  d.why =
      "free and delete give back only what malloc and new returned; memory of "
      "the CUDA runtime has calls of its own";
  d.hint = "where does this pointer come from?";
  return d;
}

report::Diagnostic describe(const Allocation* allocation, uint64_t address,
                            const std::string& function) {
  report::Diagnostic d;
  d.name = "device-pointer-on-host";
  d.severity = report::Severity::kError;
  d.message = "host code touches device memory";
  if (allocation) {
    d.message = "host code touches device memory `" +
                place_in(*allocation, address) + "`";
    if (allocation->freed) d.message += ", which is freed";
  }
  d.why = !allocation ? "the address lies among those of the device, in no "
                        "allocation"
          : allocation->freed
              ? "memory must not be used after it was freed"
              : "a pointer from cudaMalloc is an address of the device; the "
                "host must copy (cudaMemcpy) or use cudaMallocManaged";
  if (!function.empty()) d.notes.push_back({"host", "in " + function});
  return d;
}

/// The live allocation that free() was given when it read `address`, or null.
const Allocation* given_to_free(State& s, uint64_t address) {
  const Allocation* next =
      s.memory.meant_by(reinterpret_cast<const void*>(address + kHeapHeader));
  return next && !next->freed && next->begin > address ? next : nullptr;
}

}  // namespace

void explain_host_touch(uint64_t address, uint64_t instruction) {
  State& s = state();
  if (!s.memory.device().contains(address)) return;
  if (const Allocation* given = given_to_free(s, address);
      given && in_free(instruction)) {
    return diagnose(s, describe_free(s, *given));
  }
  const Allocation* allocation = s.memory.device().find(address);
  diagnose(s, describe(allocation, address, host_function(instruction)));
}

}  // namespace simt::cudart
