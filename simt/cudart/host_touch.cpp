// SPDX-License-Identifier: MIT
// A host touch of device memory: names the allocation and the host function.
#include "simt/cudart/host_touch.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <string>

#include "simt/cudart/state.h"

namespace simt::cudart {
namespace {

/// The function of the program that holds `instruction`, or "".
std::string function_at(uint64_t instruction) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(instruction), &info) == 0) return "";
  return info.dli_sname ? program::demangle(info.dli_sname) : "";
}

/// The nearest caller with a name: main, or an exported function. Functions
/// of a program have names at run time only when it is linked with -rdynamic.
std::string named_caller(uint64_t instruction) {
  std::string name = function_at(instruction);
  void* frames[32];
  const int count = name.empty() ? backtrace(frames, 32) : 0;
  bool reached = false;
  for (int i = 0; i < count && name.empty(); ++i) {
    const auto address = reinterpret_cast<uint64_t>(frames[i]);
    reached = reached || address == instruction;
    if (reached) name = function_at(address);
  }
  return name;
}

std::string place_in(const Allocation& a, uint64_t address) {
  return a.name + "+" + std::to_string(address - a.begin);
}

report::Diagnostic describe(const Allocation* allocation, uint64_t address,
                            const std::string& function) {
  report::Diagnostic d;
  d.name = "device-pointer-on-host";
  d.severity = "error";
  d.message = "host code touches device memory";
  if (allocation) {
    d.message = "host code touches device memory `" +
                place_in(*allocation, address) + "`";
    if (allocation->freed) d.message += ", which is freed";
  }
  d.why =
      "a pointer from cudaMalloc is an address of the device; the host must "
      "copy (cudaMemcpy) or use cudaMallocManaged";
  if (!function.empty()) d.notes.push_back("host: in function " + function);
  return d;
}

}  // namespace

void explain_host_touch(uint64_t address, uint64_t instruction) {
  State& s = state();
  if (!s.memory.device().contains(address)) return;
  const Allocation* allocation = s.memory.device().find(address);
  diagnose(s, describe(allocation, address, named_caller(instruction)));
}

}  // namespace simt::cudart
