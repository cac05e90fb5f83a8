// SPDX-License-Identifier: MIT
// Finds the two sides of a copy, in memory or in arrays.
#include "simt/launch/transfer.h"

#include <algorithm>

namespace simt::cudart {
namespace {

/// A pitched pointer and where in it the copy begins.
Side pitched_side(const cudaPitchedPtr& p, const cudaPos& pos) {
  const size_t plane = p.pitch * p.ysize;
  if (!p.ptr) return {};
  const auto* base = static_cast<const std::byte*>(p.ptr);
  return {base + pos.x + pos.y * p.pitch + pos.z * plane, p.pitch, plane};
}

bool reaches(size_t from, size_t count, size_t size) {
  return from <= size && count <= size - from;
}

/// A place in an array; false when the copy would leave the array.
bool array_side(const Array& array, const cudaPos& pos,
                const cudaExtent& extent, Side& side) {
  const cudaExtent& e = array.extent;
  if (!reaches(pos.x, extent.width, e.width) ||
      !reaches(pos.y, extent.height, std::max<size_t>(e.height, 1)) ||
      !reaches(pos.z, extent.depth, std::max<size_t>(e.depth, 1))) {
    return false;
  }
  const uint64_t begin = array.memory->begin + pos.x * array.texel +
                         pos.y * array.row + pos.z * array.plane;
  side = {reinterpret_cast<const void*>(begin), array.row, array.plane};
  return true;
}

cudaError_t copy_now(State& s, const CopyWork& work, Act act) {
  const cudaMemcpy3DParms& p = work.parameters;
  Side to = pitched_side(p.dstPtr, p.dstPos);
  Side from = pitched_side(p.srcPtr, p.srcPos);
  size_t unit = 1;  // of the width: texels where an array takes part
  for (const bool target : {true, false}) {
    const cudaArray_t handle = target ? p.dstArray : p.srcArray;
    if (!handle) continue;
    const Array* array = s.arrays.find(handle);
    const bool alike = array && (unit == 1 || unit == array->texel);
    if (!alike || !array_side(*array, target ? p.dstPos : p.srcPos, p.extent,
                              target ? to : from)) {
      return cudaErrorInvalidValue;
    }
    unit = array->texel;
  }
  return copy(s, work.call, to, from,
              {p.extent.width * unit, p.extent.height, p.extent.depth}, p.kind,
              act);
}

cudaError_t fill_now(State& s, const FillWork& work, Act act) {
  const cudaMemsetParams& p = work.parameters;
  const bool known =
      p.elementSize == 1 || p.elementSize == 2 || p.elementSize == 4;
  if (!known) return cudaErrorInvalidValue;
  return fill(s, work.call, {p.dst, p.pitch, p.pitch},
              {p.width * p.elementSize, p.height}, {p.value, p.elementSize},
              act);
}

}  // namespace

cudaError_t check(State& s, const CopyWork& work) {
  return copy_now(s, work, Act::kCheck);
}

cudaError_t check(State& s, const FillWork& work) {
  return fill_now(s, work, Act::kCheck);
}

cudaError_t transfer(State& s, const CopyWork& work) {
  return copy_now(s, work, Act::kDo);
}

cudaError_t transfer(State& s, const FillWork& work) {
  return fill_now(s, work, Act::kDo);
}

}  // namespace simt::cudart
