// SPDX-License-Identifier: MIT
// Examines a launch before it goes to its stream, so that what is wrong with it
// is told by the call.
#include "simt/launch/launch.h"

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "simt/context/loader.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/late_load.h"
#include "simt/launch/launch_check.h"
#include "simt/launch/print_out.h"
#include "simt/launch/submit.h"

namespace simt::cudart {
namespace {

Refusal no_kernel() {
  return {cudaErrorInvalidResourceHandle,
          "no kernel of this program has that address",
          "the address of a kernel's host function stands for the kernel"};
}

Refusal no_stream() {
  return {cudaErrorInvalidResourceHandle, "the device has no such stream",
          "a stream lives from cudaStreamCreate to cudaStreamDestroy"};
}

Refusal of_other_device() {
  return {cudaErrorInvalidResourceHandle,
          "its stream belongs to a device that is not the current one",
          "CUDA promises a launch only in a stream of the current device: call "
          "cudaSetDevice before it"};
}

/// One that is destroyed is told as stale-handle.
Refusal no_such_stream(State& s, cudaStream_t stream) {
  const auto handle = reinterpret_cast<uint64_t>(stream);
  if (!s.handles.has_ended(HandleKind::kStream, handle))
    return s.streams.find(stream) ? of_other_device() : no_stream();
  return {cudaErrorInvalidResourceHandle, "", ""};
}

bool is_captured(State& s, cudaStream_t handle) {
  const Stream* stream = s.streams.find(handle);
  return stream && stream->point.capture;
}

std::vector<std::byte> pack_arguments(const program::Kernel& kernel,
                                      void** arguments) {
  std::vector<std::byte> packed(kernel.param_bytes);
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const auto& [offset, bytes] = kernel.parameters[i];
    std::memcpy(packed.data() + offset, arguments[i], bytes);
  }
  return packed;
}

/// Whether the launch is possible; fills in `work` when it is.
Refusal examine(State& s, KernelEntry& kernel, const LaunchRequest& request,
                KernelWork& work) {
  const cudaError_t error = prepare(s, kernel);
  if (error != cudaSuccess) return {error, "", ""};  // told by prepare()
  Refusal refusal = refuse(s, kernel, request);
  if (refusal.error != cudaSuccess) return refusal;
  work.function = request.function;
  work.kernel = &kernel;
  work.device = s.current;
  work.grid = request.grid;
  work.block = request.block;
  work.shared = request.shared;
  work.cooperative = request.cooperative;
  // Code for an older target cannot wait, and is built by those who launch it
  // early (CUB): the launch is then an ordinary one.
  work.programmatic = request.programmatic;
  work.can_wait =
      s.device().profile->since(9, 0) && kernel.code->target_number() >= 90;
  work.events = request.events;
  for (const LaunchEvent& event : request.events) {
    work.lets_at_start |= is_at_start(event.edge) && is_visible(event.edge);
  }
  const std::optional<dim3> cluster = cluster_of(kernel, request);
  work.cluster = cluster.value_or(dim3{1, 1, 1});
  work.explicit_cluster = cluster.has_value();
  work.arguments = pack_arguments(*kernel.code, request.arguments);
  return {};
}

}  // namespace

cudaError_t prepare_launch(State& s, const LaunchRequest& request,
                           KernelWork& work) {
  KernelEntry* kernel = s.device().modules.kernel(request.function);
  if (!kernel) return cudaErrorInvalidResourceHandle;
  const Refusal refusal = examine(s, *kernel, request, work);
  if (refusal.what.empty()) return refusal.error;
  return diagnose_launch(s, kernel, request, refusal);
}

cudaError_t launch(State& s, const LaunchRequest& request) {
  stop_launches_at_exit();
  print_out(s);
  KernelEntry* kernel = s.device().modules.kernel(request.function);
  if (!kernel) return diagnose_launch(s, nullptr, request, no_kernel());
  const uint64_t number = count_launch(*kernel);
  KernelWork work;
  const bool loads = !kernel->prepared && loads_lazily();
  Refusal refusal = examine(s, *kernel, request, work);
  work.loads = loads && !is_captured(s, request.stream);
  if (refusal.error == cudaSuccess &&
      !s.streams.accepts(request.stream, s.current)) {
    refusal = no_such_stream(s, request.stream);
  }
  if (refusal.error == cudaSuccess) {
    return submit(s, request.stream, std::move(work));
  }
  if (refusal.what.empty()) return refusal.error;
  return diagnose_launch(s, kernel, request, refusal, number);
}

}  // namespace simt::cudart
