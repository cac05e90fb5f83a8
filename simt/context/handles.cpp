// SPDX-License-Identifier: MIT
// Handles are numbers that count up, so none comes twice. Of those that have
// ended the newest are remembered.
#include "simt/context/handles.h"

#include <string>
#include <utility>

#include "simt/context/state.h"

namespace simt::cudart {
namespace {

constexpr size_t kMostEnded = 1 << 16;
// Looks like an address, and is none that a program has.
constexpr uint64_t kFirst = uint64_t{0x5a} << 40, kStep = 64;

std::string type_of(HandleKind kind) {
  switch (kind) {
    case HandleKind::kStream:
      return "cudaStream_t";
    case HandleKind::kEvent:
      return "cudaEvent_t";
    case HandleKind::kGraph:
      return "cudaGraph_t";
    case HandleKind::kGraphExec:
      return "cudaGraphExec_t";
    case HandleKind::kArray:
      return "cudaArray_t";
    case HandleKind::kTexture:
      return "cudaTextureObject_t";
    case HandleKind::kSurface:
      return "cudaSurfaceObject_t";
  }
  return "";
}

}  // namespace

uint64_t Handles::fresh() { return kFirst + kStep * ++next_; }

void Handles::made(HandleKind kind, uint64_t handle) {
  known_[handle] = {kind, ++numbers_[kind], false, call_place(), {}};
}

void Handles::ended(HandleKind kind, uint64_t handle) {
  const auto found = known_.find(handle);
  if (found == known_.end() || found->second.kind != kind) return;
  found->second.ended = true;
  found->second.ended_at = call_place();
  ended_.push_back(handle);
  if (ended_.size() <= kMostEnded) return;
  known_.erase(ended_.front());
  ended_.pop_front();
}

const HandleFacts* Handles::find(HandleKind kind, uint64_t handle) const {
  const auto found = known_.find(handle);
  const bool there = found != known_.end() && found->second.kind == kind;
  return there ? &found->second : nullptr;
}

bool Handles::has_ended(HandleKind kind, uint64_t handle) const {
  const HandleFacts* facts = find(kind, handle);
  return facts && facts->ended;
}

void Handles::missed(HandleKind kind, uint64_t handle) {
  const HandleFacts* facts = find(kind, handle);
  if (facts && facts->ended && !missed_) missed_ = *facts;
}

std::optional<HandleFacts> Handles::take_missed() {
  return std::exchange(missed_, std::nullopt);
}

void explain_stale_handle(State& s, cudaError_t error) {
  const std::optional<HandleFacts> stale = s.handles.take_missed();
  const bool by_handle =
      error == cudaErrorInvalidValue || error == cudaErrorInvalidResourceHandle;
  if (!stale || !by_handle) return;
  const CallPlace place = call_place();
  const std::string call = call_name(place);
  const bool freed =
      stale->kind == HandleKind::kArray && call.starts_with("cudaFree");
  report::Diagnostic d;
  d.name = freed ? "double-free" : "stale-handle";
  d.severity = report::Severity::kError;
  d.message = "`" + call + "` is given `" + type_of(stale->kind) + " #" +
              std::to_string(stale->number) + "`, which is " +
              (freed ? "freed already" : "destroyed");
  d.notes = host_note(place);
  d.notes.push_back({"made", call_at(stale->made_at)});
  d.notes.push_back({freed ? "first" : "ended", call_at(stale->ended_at)});
  d.why = freed ? "an array is given back once"
                : "a handle stands for nothing once its object is destroyed; "
                  "on a GPU it may by then stand for another object";
  d.hint = "which part of the program owns this handle?";
  diagnose(s, std::move(d));
}

}  // namespace simt::cudart
