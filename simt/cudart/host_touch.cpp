// SPDX-License-Identifier: MIT
// A host touch of device memory: names the allocation and the host function.
#include "simt/cudart/host_touch.h"

#include <string>

#include "simt/apart/wire.h"
#include "simt/cudart/host_symbols.h"
#include "simt/cudart/state.h"

namespace simt::cudart {
namespace {

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
  if (!function.empty()) d.notes.push_back("host: in " + function);
  return d;
}

int told_over = -1;  // a socket

void tell(uint64_t address, uint64_t instruction) {
  apart::Request request{.ask = apart::kTouch};
  request.words = {address, instruction};
  apart::Reply reply;
  // Whether somebody listens or not: the process ends next.
  if (send_all(told_over, &request, sizeof request)) {
    receive_all(told_over, &reply, sizeof reply);
  }
}

}  // namespace

void tell_touches(int socket) { told_over = socket; }

void explain_host_touch(uint64_t address, uint64_t instruction) {
  State& s = state();
  if (!s.memory.device().contains(address)) return;
  if (told_over >= 0) return tell(address, instruction);
  const Allocation* allocation = s.memory.device().find(address);
  diagnose(s, describe(allocation, address, host_function(instruction)));
}

}  // namespace simt::cudart
