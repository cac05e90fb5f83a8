// SPDX-License-Identifier: MIT
// The calls that nvcc writes into every program before main. Nothing here reads
// a binary. A damaged program may pass anything: what leads nowhere is not
// registered, and a use of it is an error as of what was never there.
#include <cstdint>
#include <string>

#include "simt/context/loader.h"
#include "simt/cudart/call.h"
#include "simt/fatbin/mapped.h"

namespace simt::cudart {
namespace {

constexpr bool kRegisters = true;

// A binary's handle is its index plus 1: each device has its own copy.
size_t index_of(void** handle) {
  return reinterpret_cast<uintptr_t>(handle) - 1;
}

/// Calls `body(modules, binary, symbol)` for each device.
template <class Body>
void each_device(State& s, void** handle, const char* symbol, Body body) {
  const auto name = fatbin::text_mapped(symbol);
  for (Device& device : s.devices) {
    if (!name || !device.modules.has_binary(index_of(handle))) return;
    body(device.modules, &device.modules.binary(index_of(handle)), *name);
  }
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Entry entry(kRegisters);
  size_t index = 0;
  for (Device& device : entry.state().devices) {
    index = device.modules.add_binary(wrapper);
  }
  return reinterpret_cast<void**>(uintptr_t{index + 1});
}

void __cudaRegisterFatBinaryEnd(void**) {}

// The program's last destructors may still use what was registered.
void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void** handle, const char* host_stub, char*,
                            const char* symbol, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  Entry entry(kRegisters);
  each_device(entry.state(), handle, symbol,
              [&](Modules& modules, Binary* binary, const std::string& name) {
                modules.add_kernel(binary, host_stub, name);
              });
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* symbol,
                       int, size_t, int, int) {
  Entry entry(kRegisters);
  each_device(entry.state(), handle, symbol,
              [&](Modules& modules, Binary* binary, const std::string& name) {
                modules.add_variable(shadow, {name, binary, false, nullptr});
              });
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*,
                              const char* symbol, int, size_t, int, int) {
  Entry entry(kRegisters);
  each_device(
      entry.state(), handle, symbol,
      [&](Modules& modules, Binary* binary, const std::string& name) {
        modules.add_variable(host_pointer, {name, binary, true, host_pointer});
      });
}

char __cudaInitModule(void** handle) {
  Entry entry;
  State& s = entry.state();
  if (!s.device().modules.has_binary(index_of(handle))) return 0;
  Binary& binary = s.device().modules.binary(index_of(handle));
  return load_managed_variables(s, binary) ? 1 : 0;
}

}  // extern "C"
