// SPDX-License-Identifier: MIT
// Decides by the memory that the work leads to.
#include "simt/launch/may_wait.h"

#include <algorithm>
#include <cstring>

namespace simt::cudart {
namespace {

/// Memory of the device alone.
bool on_device(State& s, const void* pointer) {
  const Allocation* found = s.memory.find(pointer);
  return found && !found->host_visible;
}

// A structure of pointers is small, and few lie behind one another.
constexpr size_t kMostScanned = 4096;
constexpr int kDepth = 2;

/// Whether a word there is an address of memory that the host sees.
bool leads_to_host(State& s, const std::byte* bytes, size_t count, int depth) {
  for (size_t at = 0; at + sizeof(void*) <= count; at += sizeof(void*)) {
    const void* pointer = nullptr;
    std::memcpy(&pointer, bytes + at, sizeof pointer);
    const Allocation* found = s.memory.find(pointer);
    if (!found) continue;
    if (found->host_visible) return true;
    const size_t size = found->end - found->begin;
    if (depth > 0 && size <= kMostScanned &&
        leads_to_host(s, DeviceMemory::host(*found, found->begin), size,
                      depth - 1)) {
      return true;
    }
  }
  return false;
}

struct MayWait {
  State& s;

  bool operator()(const KernelWork& work) const {
    if (leads_to_host(s, work.arguments.data(), work.arguments.size(),
                      kDepth)) {
      return false;
    }
    for (const auto& [symbol, memory] : work.kernel->binary->variables) {
      const size_t size = memory->end - memory->begin;
      if (memory->host_visible ||
          leads_to_host(s, DeviceMemory::host(*memory, memory->begin),
                        std::min(size, kMostScanned), kDepth)) {
        return false;
      }
    }
    return true;
  }
  bool operator()(const CopyWork& work) const {
    const cudaMemcpy3DParms& p = work.parameters;
    return (p.dstArray || on_device(s, p.dstPtr.ptr)) &&
           (p.srcArray || on_device(s, p.srcPtr.ptr));
  }
  bool operator()(const FillWork& work) const {
    return on_device(s, work.parameters.dst);
  }
  bool operator()(const RecordWork&) const { return true; }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

}  // namespace

bool may_wait(State& s, const Work& work) {
  return std::visit(MayWait{s}, work);
}

bool touches_pageable(State& s, const Work& work) {
  const auto* copy = std::get_if<CopyWork>(&work);
  if (!copy) return false;
  const cudaMemcpy3DParms& p = copy->parameters;
  return (p.dstPtr.ptr && !s.memory.find(p.dstPtr.ptr)) ||
         (p.srcPtr.ptr && !s.memory.find(p.srcPtr.ptr));
}

}  // namespace simt::cudart
