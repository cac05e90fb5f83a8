// SPDX-License-Identifier: MIT
// A host touch of device memory: names the allocation and the host function.
#include "simt/process/host_touch.h"

#include <string>

#include "simt/context/host_symbols.h"
#include "simt/context/state.h"

namespace simt::cudart {
namespace {

std::string place_in(const Allocation& a, uint64_t address) {
  return a.name + "+" + std::to_string(address - a.begin);
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
  d.why =
      "a pointer from cudaMalloc is an address of the device; the host must "
      "copy (cudaMemcpy) or use cudaMallocManaged";
  if (!function.empty()) d.notes.push_back({"host", "in " + function});
  return d;
}

}  // namespace

void explain_host_touch(uint64_t address, uint64_t instruction) {
  State& s = state();
  if (!s.memory.device().contains(address)) return;
  const Allocation* allocation = s.memory.device().find(address);
  diagnose(s, describe(allocation, address, host_function(instruction)));
}

}  // namespace simt::cudart
