// SPDX-License-Identifier: MIT
// Decides by where the bytes lie and by the form of the call.
#include "simt/launch/blocking.h"

#include <pthread.h>

#include <cstdint>

namespace simt::cudart {
namespace {

struct Stack {
  uintptr_t begin = 0, end = 0;
};

Stack own_stack() {
  Stack stack;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  void* begin = nullptr;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &begin, &size) == 0) {
    stack.begin = reinterpret_cast<uintptr_t>(begin);
    stack.end = stack.begin + size;
  }
  pthread_attr_destroy(&attributes);
  return stack;
}

bool on_own_stack(const void* pointer) {
  static thread_local const Stack kStack = own_stack();
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  return address >= kStack.begin && address < kStack.end;
}

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

bool may_use_pageable_late(State& s, const CopyWork& work) {
  if (work.synchronous || blocks_host(s, work)) return false;
  const cudaMemcpy3DParms& p = work.parameters;
  const auto pageable = [&](const void* pointer) {
    return pointer && s.memory.type_at(pointer) == cudaMemoryTypeUnregistered &&
           !on_own_stack(pointer);
  };
  return pageable(p.dstPtr.ptr) || pageable(p.srcPtr.ptr);
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
