// SPDX-License-Identifier: MIT
// See work.h.
#include <algorithm>
#include <chrono>
#include <utility>

#include "simt/context/host_calls.h"
#include "simt/cudart/call.h"
#include "simt/launch/copy.h"
#include "simt/launch/launch.h"
#include "simt/stream/work.h"

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

/// Does one kind of work.
struct Runner {
  State& s;
  Clock& clock;
  Chain chain;

  cudaError_t operator()(const EmptyWork&) { return cudaSuccess; }
  cudaError_t operator()(const KernelWork& work) {
    return run_kernel(s, work, clock, chain);
  }
  cudaError_t operator()(const CopyWork& work) {
    return copy_now(s, work, Act::kDo);
  }
  cudaError_t operator()(const FillWork& work) {
    return fill_now(s, work, Act::kDo);
  }
  cudaError_t operator()(const RecordWork& work) {
    Event* event = s.events.find(work.event);
    if (!event) return cudaErrorInvalidResourceHandle;
    event->recorded = std::chrono::steady_clock::now();
    event->clock = clock;
    event->point = {};
    event->captured = false;
    return cudaSuccess;
  }
  cudaError_t operator()(const WaitWork& work) {
    const Event* event = s.events.find(work.event);
    if (!event) return cudaErrorInvalidResourceHandle;
    clock.join(event->clock);
    return cudaSuccess;
  }
  // Host functions and child graphs are no business of this function.
  cudaError_t operator()(const HostWork&) { return cudaErrorUnknown; }
  cudaError_t operator()(const ChildWork&) { return cudaErrorUnknown; }
};

}  // namespace

Clock& clock_of(State& s, Stream& stream) {
  s.streams.follow_default(stream);
  stream.clock.join(s.order.host());
  if (s.devices.size() == 1 && s.streams.alone(stream)) {
    s.order.settle(stream.clock);
  }
  return stream.clock;
}

CopyWork flat_copy(const char* call, void* to, const void* from, size_t count,
                   cudaMemcpyKind kind) {
  CopyWork work;
  work.call = call;
  cudaMemcpy3DParms& p = work.parameters;
  p.dstPtr = {to, count, count, 1};
  p.srcPtr = {const_cast<void*>(from), count, count, 1};
  p.extent = {count, 1, 1};
  p.kind = kind;
  return work;
}

cudaError_t check(State& s, const CopyWork& work) {
  return copy_now(s, work, Act::kCheck);
}

cudaError_t check(State& s, const FillWork& work) {
  return fill_now(s, work, Act::kCheck);
}

cudaError_t run_work(State& s, const Work& work, Clock& clock, int chain) {
  return std::visit(Runner{s, clock, chain}, work);
}

cudaError_t submit(State& s, cudaStream_t handle, Work work) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  work_goes_on();
  if (!stream->point.capture) {
    const cudaError_t error = forbid_legacy(s, *stream);
    if (error != cudaSuccess) return error;
    return run_work(s, work, clock_of(s, *stream), stream->chain);
  }
  cudaError_t error = cudaSuccess;
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    error = check(s, *copy);
  } else if (const auto* fill = std::get_if<FillWork>(&work)) {
    error = check(s, *fill);
  }
  return error == cudaSuccess ? note(*stream, std::move(work)) : error;
}

cudaError_t host_waits(State& s, cudaStream_t handle) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const cudaError_t error = forbid_waiting(s, *stream);
  if (error == cudaSuccess) s.order.host_waits(clock_of(s, *stream));
  return error;
}

cudaError_t and_wait(cudaError_t done) {
  if (done != cudaSuccess) return done;
  return call([](State& s) { return host_waits(s, nullptr); });
}

}  // namespace simt::cudart
