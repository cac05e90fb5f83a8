// SPDX-License-Identifier: MIT
// The launch calls: CUDA 13's pair __cudaGetKernel and __cudaLaunchKernel,
// and the public ones. A kernel's handle is the address of its host stub.
#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/launch/launch.h"

namespace simt::cudart {
namespace {

/// What a launch may record so: the codes are those of an H200.
cudaError_t add_event(State& s, const LaunchEvent& wanted, int flags,
                      LaunchRequest& request) {
  const Event* const event = s.events.find(wanted.event);
  if (!event) return cudaErrorInvalidResourceHandle;
  if (flags < 0 || flags > cudaEventRecordExternal)
    return cudaErrorInvalidValue;
  const Stream* const stream = s.streams.find(request.stream);
  if (flags == cudaEventRecordExternal) {
    return stream && stream->point.capture ? cudaErrorNotSupported
                                           : cudaErrorIllegalState;
  }
  const bool blocks = event->flags & cudaEventBlockingSync;
  if (!(event->flags & cudaEventDisableTiming) ||
      (event->flags & cudaEventInterprocess) ||
      (blocks && !is_visible(wanted.edge))) {
    return cudaErrorNotSupported;
  }
  if (stream && stream->device != event->device)
    return cudaErrorInvalidResourceHandle;
  request.events.push_back(wanted);
  s.overlaps = true;
  return cudaSuccess;
}

cudaError_t add_event(State& s, const cudaLaunchAttribute& a,
                      LaunchRequest& request) {
  LaunchEvent wanted;
  if (a.id == cudaLaunchAttributeLaunchCompletionEvent) {
    const auto& own = a.val.launchCompletionEvent;
    wanted.event = own.event;
    wanted.edge.from_port = cudaGraphKernelNodePortLaunchCompletion;
    return add_event(s, wanted, own.flags, request);
  }
  if (!s.device().profile->since(9, 0)) {
    return not_supported(s,
                         "a programmatic event before compute capability 9.0");
  }
  const auto& own = a.val.programmaticEvent;
  wanted.event = own.event;
  wanted.edge.from_port = own.triggerAtBlockStart
                              ? cudaGraphKernelNodePortLaunchCompletion
                              : cudaGraphKernelNodePortProgrammatic;
  wanted.edge.type = cudaGraphDependencyTypeProgrammatic;
  return add_event(s, wanted, own.flags, request);
}

/// Reads the attributes that change what a launch means; the others are hints
/// about speed.
cudaError_t apply(State& s, const cudaLaunchConfig_t& config,
                  LaunchRequest& request) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& a = config.attrs[i];
    if (a.id == cudaLaunchAttributeCooperative) {
      request.cooperative = a.val.cooperative != 0;
    } else if (a.id == cudaLaunchAttributeClusterDimension) {
      const auto& size = a.val.clusterDim;
      request.cluster = {size.x, size.y, size.z};
    } else if (a.id == cudaLaunchAttributeProgrammaticStreamSerialization) {
      // Compute capability 9.0 brought it; before, kernels come one by one.
      request.programmatic =
          a.val.programmaticStreamSerializationAllowed != 0 &&
          s.device().profile->since(9, 0);
      s.overlaps = s.overlaps || request.programmatic;
    } else if (a.id == cudaLaunchAttributeProgrammaticEvent ||
               a.id == cudaLaunchAttributeLaunchCompletionEvent) {
      const cudaError_t error = add_event(s, a, request);
      if (error != cudaSuccess) return error;
    } else if (a.id == cudaLaunchAttributePreferredClusterDimension) {
      return not_supported(s, "a launch with preferred clusters");
    } else if (a.id == cudaLaunchAttributeClusterSchedulingPolicyPreference) {
      const int policy = a.val.clusterSchedulingPolicyPreference;
      if (policy < 0 || policy > cudaClusterSchedulingPolicyLoadBalancing)
        return cudaErrorInvalidValue;
    }
  }
  return cudaSuccess;
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_stub) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(host_stub));
  return cudaSuccess;
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* host_stub) {
  return call([&](State& s) {
    if (!kernel) return cudaErrorInvalidValue;
    if (!s.device().modules.kernel(host_stub))
      return cudaErrorInvalidDeviceFunction;
    return __cudaGetKernel(kernel, host_stub);
  });
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                             void** arguments, size_t shared,
                             cudaStream_t stream) {
  return queue([&](State& s) {
    return launch(s, {function, grid, block, arguments, shared, stream});
  });
}

/// What <<<...>>> becomes.
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                               void** arguments, size_t shared,
                               cudaStream_t stream) {
  return queue([&](State& s) {
    LaunchRequest request{kernel, grid, block, arguments, shared, stream};
    request.returned = false;
    return launch(s, request);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid,
                                        dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
  return queue([&](State& s) {
    return launch(s, {function, grid, block, arguments, shared, stream, true});
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                const void* function, void** arguments) {
  return queue([&](State& s) {
    if (!config) return cudaErrorInvalidValue;
    LaunchRequest request{function,  config->gridDim,          config->blockDim,
                          arguments, config->dynamicSmemBytes, config->stream};
    const cudaError_t error = apply(s, *config, request);
    return error == cudaSuccess ? launch(s, request) : error;
  });
}

}  // extern "C"
