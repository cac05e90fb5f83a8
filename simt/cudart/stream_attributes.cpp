// SPDX-License-Identifier: MIT
// Attributes of streams. They change how fast work runs and never what it
// does, so they are kept and given back.
#include "simt/cudart/call.h"
#include "simt/stream/streams.h"

namespace simt::cudart {
namespace {

bool of_streams(cudaLaunchAttributeID attribute) {
  return attribute == cudaLaunchAttributeAccessPolicyWindow ||
         attribute == cudaLaunchAttributeSynchronizationPolicy ||
         attribute == cudaLaunchAttributeMemSyncDomainMap ||
         attribute == cudaLaunchAttributeMemSyncDomain ||
         attribute == cudaLaunchAttributePriority;
}

/// Runs `body(State&, Stream&)` for a stream that exists.
template <class Body>
cudaError_t with_stream(cudaStream_t handle, Body body) {
  return call([&](State& s) {
    Stream* stream = s.streams.find(handle);
    return stream ? body(s, *stream) : cudaErrorInvalidResourceHandle;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t handle,
                                   cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
  return with_stream(handle, [&](State&, Stream& stream) {
    if (!value || !of_streams(attribute)) return cudaErrorInvalidValue;
    stream.attributes[attribute] = *value;
    if (attribute == cudaLaunchAttributePriority) {
      stream.priority = value->priority;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle,
                                   cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) {
  return with_stream(handle, [&](State&, Stream& stream) {
    if (!value || !of_streams(attribute)) return cudaErrorInvalidValue;
    const auto set = stream.attributes.find(attribute);
    *value = set != stream.attributes.end() ? set->second
                                            : cudaLaunchAttributeValue{};
    if (attribute == cudaLaunchAttributePriority) {
      value->priority = stream.priority;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return with_stream(to, [&](State& s, Stream& stream) {
    const Stream* other = s.streams.find(from);
    if (!other) return cudaErrorInvalidResourceHandle;
    stream.attributes = other->attributes;
    return cudaSuccess;
  });
}

}  // extern "C"
