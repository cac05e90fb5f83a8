// SPDX-License-Identifier: MIT
// With unified addresses each pointer says itself where it lies, so the kind
// that fits can be named.
#include "simt/launch/direction.h"

#include <string>
#include <utility>

#include "simt/context/caller.h"
#include "simt/context/pointer_words.h"

namespace simt::cudart {
namespace {

std::string name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    default:
      return "cudaMemcpyDefault";
  }
}

/// "from the host to the device".
std::string words_of_kind(cudaMemcpyKind kind) {
  const bool to_host =
      kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost;
  const bool from_host =
      kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice;
  return std::string("from the ") + (from_host ? "host" : "device") +
         " to the " + (to_host ? "host" : "device");
}

bool of_host(State& s, const void* pointer) {
  const Allocation* a = s.memory.find(pointer);
  return !a || a->page_locked;
}

cudaMemcpyKind kind_between(bool from_host, bool to_host) {
  if (from_host) return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

}  // namespace

void explain_direction(State& s, const char* call, const void* to,
                       const void* from, cudaMemcpyKind kind) {
  const cudaMemcpyKind fits = kind_between(of_host(s, from), of_host(s, to));
  report::Diagnostic d;
  d.name = "wrong-kind";
  d.severity = report::Severity::kError;
  d.message = "`" + std::string(call) + "` is told to copy " +
              words_of_kind(kind) + ", but its pointers lead " +
              words_of_kind(fits);
  d.notes = host_note(call_place());
  d.notes.push_back({"to", describe_pointer(s, to)});
  d.notes.push_back({"from", describe_pointer(s, from)});
  d.notes.push_back({"kind", name_of(kind) + "; these pointers need " +
                                 name_of(fits) + " or cudaMemcpyDefault"});
  d.why =
      "the kind must say where each pointer lies; with another kind the "
      "behaviour is undefined";
  if (kind == kind_between(of_host(s, to), of_host(s, from))) {
    d.notes.push_back(
        {"order", "the target is the first argument, the source comes second"});
  }
  d.hint = "which pointer did cudaMalloc give you, and which is the host's?";
  diagnose(s, std::move(d));
}

void explain_fill(State& s, const char* call, const void* to) {
  report::Diagnostic d;
  d.name = "wrong-kind";
  d.severity = report::Severity::kError;
  d.message = "`" + std::string(call) + "` is given " + describe_pointer(s, to);
  d.notes = host_note(call_place());
  d.why =
      "the device writes the bytes, and it cannot reach memory that only the "
      "host has";
  d.hint = "where does this pointer come from?";
  diagnose(s, std::move(d));
}

void explain_fill_of_peer(State& s, const char* call, const Allocation& memory,
                          int device) {
  const MemoryFacts& facts = s.memory.facts(memory);
  const std::string own = std::to_string(device);
  const std::string other = std::to_string(facts.device);
  report::Diagnostic d;
  d.name = "peer-access";
  d.severity = report::Severity::kError;
  d.message = "`" + std::string(call) + "` on device " + own + " writes `" +
              memory.name + "`, which lies on device " + other;
  const CallPlace place = call_place();
  d.notes = host_note(place);
  d.site = site_of(place);
  d.why = "device " + own + " has no access to this memory of device " + other +
          "; the call does nothing";
  d.hint = facts.pooled
               ? "cudaMemPoolSetAccess gives access to memory of a pool"
               : "cudaSetDevice(" + other +
                     ") before the call, or a stream of that device";
  diagnose(s, std::move(d));
}

}  // namespace simt::cudart
