// SPDX-License-Identifier: MIT
// Decides by where the bytes lie and by the form of the call.
#include "simt/launch/blocking.h"

namespace simt::cudart {
namespace {

/// Where the bytes of a copy or fill lie.
enum class Place : uint8_t { kPageable, kPinned, kManaged, kDevice };

Place place_of(State& s, const void* pointer) {
  const Allocation* found = s.memory.find(pointer);
  if (!found) return Place::kPageable;
  switch (s.memory.facts(*found).kind) {
    case MemoryKind::kManaged:
      return Place::kManaged;
    case MemoryKind::kHost:
    case MemoryKind::kRegistered:
      return Place::kPinned;
    default:
      return Place::kDevice;
  }
}

bool is_host(Place place) {
  return place == Place::kPageable || place == Place::kPinned;
}

struct Blocks {
  State& s;

  bool operator()(const CopyWork& work) const {
    const cudaMemcpy3DParms& p = work.parameters;
    const Place to = p.dstArray ? Place::kDevice : place_of(s, p.dstPtr.ptr);
    const Place from = p.srcArray ? Place::kDevice : place_of(s, p.srcPtr.ptr);
    if (work.synchronous) {
      return to != Place::kDevice || from != Place::kDevice;
    }
    // To or from pageable memory it "might be synchronous": none can rely on
    // it.
    return is_host(to) && is_host(from);
  }
  bool operator()(const FillWork& work) const {
    return work.synchronous &&
           place_of(s, work.parameters.dst) != Place::kDevice;
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

}  // namespace simt::cudart
