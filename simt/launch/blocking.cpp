// SPDX-License-Identifier: MIT
// Decides by where the bytes lie and by the form of the call.
#include "simt/launch/blocking.h"

namespace simt::cudart {
namespace {

bool is_host(cudaMemoryType type) {
  return type == cudaMemoryTypeUnregistered || type == cudaMemoryTypeHost;
}

struct Blocks {
  State& s;

  bool operator()(const CopyWork& work) const {
    const cudaMemcpy3DParms& p = work.parameters;
    const auto to =
        p.dstArray ? cudaMemoryTypeDevice : s.memory.type_at(p.dstPtr.ptr);
    const auto from =
        p.srcArray ? cudaMemoryTypeDevice : s.memory.type_at(p.srcPtr.ptr);
    if (work.synchronous) {
      return to != cudaMemoryTypeDevice || from != cudaMemoryTypeDevice;
    }
    // To or from pageable memory it "might be synchronous": none can rely on
    // it.
    return is_host(to) && is_host(from);
  }
  bool operator()(const FillWork& work) const {
    return work.synchronous &&
           s.memory.type_at(work.parameters.dst) != cudaMemoryTypeDevice;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

}  // namespace

bool blocks_host(State& s, const Work& work) {
  return std::visit(Blocks{s}, work);
}

bool may_arrive_late(State& s, const CopyWork& work) {
  const cudaMemcpy3DParms& p = work.parameters;
  const bool from_pageable = !p.srcArray && s.memory.type_at(p.srcPtr.ptr) ==
                                                cudaMemoryTypeUnregistered;
  const bool to_device =
      p.dstArray || s.memory.type_at(p.dstPtr.ptr) == cudaMemoryTypeDevice;
  return work.synchronous && from_pageable && to_device;
}

}  // namespace simt::cudart
