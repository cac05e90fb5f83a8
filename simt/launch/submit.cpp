// SPDX-License-Identifier: MIT
// Gives work to its stream, or notes it in a capture.
#include "simt/launch/submit.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "simt/context/host_calls.h"
#include "simt/launch/blocking.h"
#include "simt/launch/direction.h"
#include "simt/launch/late_load.h"
#include "simt/launch/print_out.h"
#include "simt/launch/transfer.h"
#include "simt/launch/work_run.h"
#include "simt/stream/capture.h"

namespace simt::cudart {
namespace {

/// What waiting for the stream is waiting for. The legacy default stream stands
/// for all that wait for it.
const Clock& awaited(State& s, Stream& stream) {
  return stream.legacy ? clock_of(s, stream) : stream.clock;
}

/// The host sees no programmatic event before its kernel has ended: CUDA
/// promises no more, and an H200 shows no more.
void finish_events(State& s, const std::vector<Early>& events) {
  for (const Early& event : events) {
    if (event.visible) finish(s, *event.ended);
  }
  finish_early(s, events);
}

/// Whether the kernel of such an event is under way.
bool any_under_way(State& s, const std::vector<Early>& events) {
  return std::any_of(events.begin(), events.end(), [&](const Early& event) {
    return event.visible ? s.under_way.before(*event.ended)
                         : s.under_way.keeps(event);
  });
}

/// wait_for(), where of `clock` only `before` has arrived. The clock is a copy:
/// other threads may give the stream more work meanwhile.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
cudaError_t wait_for_staging(State& s, Clock clock, const Clock& before) {
  finish(s, clock);
  finish_events(s, clock.early());
  s.order.host_waits_for_staging(clock, before);
  print_out(s);
  return reveal(s);
}

/// The device whose memory a side of a copy is; -1: no device's.
int device_at(State& s, const void* pointer, cudaArray_t array) {
  const Array* found = array ? s.arrays.find(array) : nullptr;
  const Allocation* memory = found   ? found->memory
                             : array ? nullptr
                                     : s.memory.find(pointer);
  if (!memory || memory->host_visible) return -1;
  return s.memory.facts(*memory).device;
}

/// A copy in the legacy default stream of one device that touches memory of
/// another one comes in turn in the other's, too. So it was on two H200; the
/// programming guide says it of copies between two devices.
std::vector<Stream*> partners(State& s, const Stream& stream,
                              const Work& work) {
  const auto* copy = std::get_if<CopyWork>(&work);
  if (!copy || !stream.legacy || s.devices.size() == 1) return {};
  const cudaMemcpy3DParms& p = copy->parameters;
  std::vector<Stream*> found;
  for (const int device : {device_at(s, p.dstPtr.ptr, p.dstArray),
                           device_at(s, p.srcPtr.ptr, p.srcArray)}) {
    if (device < 0 || device == stream.device) continue;
    s.streams.use(device);
    found.push_back(s.streams.find(cudaStreamLegacy));
    s.streams.use(s.current);
  }
  return found;
}

/// Whether the stream's device can write what is filled; else says why.
bool can_fill(State& s, const Stream& stream, const FillWork& work) {
  const Allocation* memory = s.memory.find(work.parameters.dst);
  if (!memory || memory->host_visible || memory->reach >> stream.device & 1)
    return true;
  explain_fill_of_peer(s, work.call, *memory, stream.device);
  return false;
}

/// Waits as the call does that gives the work.
cudaError_t give_and_wait(State& s, Stream& stream, const Work& work) {
  Clock& clock = clock_of(s, stream);
  const std::vector<Stream*> others = partners(s, stream, work);
  for (Stream* other : others) clock.join(clock_of(s, *other));
  const auto* copy = std::get_if<CopyWork>(&work);
  const bool late = copy && may_arrive_late(s, *copy);
  const Clock before = late ? clock : Clock();
  const cudaError_t given = give(s, work, clock, stream.chain);
  for (Stream* other : others) other->clock.join(clock);
  if (given != cudaSuccess || !blocks_host(s, work)) return given;
  return late ? wait_for_staging(s, clock, before) : wait_for(s, clock);
}

}  // namespace

Clock& clock_of(State& s, Stream& stream) {
  s.streams.follow_default(stream);
  stream.clock.join(s.order.arrived());
  const bool alone = s.devices.size() == 1 && s.streams.alone(stream);
  if (alone && s.queue.empty() && !s.under_way.any()) {
    s.order.settle(stream.clock);
  }
  return stream.clock;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
cudaError_t wait_for(State& s, Clock clock) {
  return wait_for_staging(s, clock, clock);
}

void settle_device(State& s, int device) {
  if (s.devices.size() == 1) return settle_devices(s);
  const Clock clock = s.streams.clock_of(device);
  finish(s, clock);
  s.order.host_waits(clock);
}

void settle_devices(State& s) {
  wait_for_all(s);
  s.order.settle_all();
}

cudaError_t wait_for_device(State& s, int device) {
  settle_device(s, device);
  print_out(s);
  return reveal(s);
}

cudaError_t ask(State& s, const Clock& clock, Asked& asked) {
  if (s.under_way.any() || s.functions.any()) finish_all(s);
  const bool waits = s.functions.before(clock) || s.under_way.before(clock) ||
                     any_under_way(s, clock.early()) ||
                     (s.under_way.any() && s.queue.holds(clock));
  if (waits) load_late_for_asking(s);
  if (waits || !s.order.is_done(clock, asked)) return cudaErrorNotReady;
  finish(s, clock);
  finish_events(s, clock.early());
  return reveal(s);
}

cudaError_t submit(State& s, cudaStream_t handle, Work work) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  work_goes_on();
  const auto* fill = std::get_if<FillWork>(&work);
  if (fill && !can_fill(s, *stream, *fill)) return cudaErrorInvalidValue;
  if (!stream->point.capture) {
    const cudaError_t error = forbid_legacy(s.streams, *stream);
    if (error != cudaSuccess) return error;
    return give_and_wait(s, *stream, work);
  }
  cudaError_t error = cudaSuccess;
  std::vector<LaunchEvent> recorded;
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    error = check(s, *copy);
  } else if (fill) {
    error = check(s, *fill);
  } else if (auto* kernel = std::get_if<KernelWork>(&work)) {
    recorded = std::exchange(kernel->events, {});
  }
  if (error == cudaSuccess) error = note(*stream, std::move(work));
  if (error == cudaSuccess) note_events(s.events, *stream, recorded);
  return error;
}

cudaError_t host_waits(State& s, cudaStream_t handle) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const cudaError_t error = forbid_waiting(s.streams, *stream);
  return error == cudaSuccess ? wait_for(s, awaited(s, *stream)) : error;
}

cudaError_t host_asks(State& s, cudaStream_t handle) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const cudaError_t error = forbid_waiting(s.streams, *stream);
  if (error != cudaSuccess) return error;
  return ask(s, awaited(s, *stream), stream->asked);
}

}  // namespace simt::cudart
