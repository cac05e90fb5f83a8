// SPDX-License-Identifier: MIT
// Looks at what lies at the pointer now, then at what began there before.
#include "simt/cudart/wrong_free.h"

#include <string>
#include <utility>

#include "simt/context/host_calls.h"
#include "simt/context/pointer_words.h"

namespace simt::cudart {
namespace {

report::Diagnostic start(const char* name, const CallPlace& place) {
  report::Diagnostic d;
  d.name = name;
  d.severity = report::Severity::kError;
  d.notes = host_note(place);
  return d;
}

void twice(State& s, const EndedMemory& ended, const CallPlace& place) {
  report::Diagnostic d = start("double-free", place);
  d.message = "`" + call_name(place) + "` is given `" + ended.name +
              "`, which is freed already";
  d.notes.push_back({"first", call_at(ended.place)});
  d.why =
      "memory is given back once; after that the device may give its address "
      "to somebody else, and a second call would free that";
  d.hint = "which part of the program owns this memory?";
  diagnose(s, std::move(d));
}

/// `given` stands after "is given".
void wrong(State& s, const std::string& given, const std::string& type,
           const std::string& why, const CallPlace& place,
           report::Note before = {}) {
  report::Diagnostic d = start("wrong-kind", place);
  d.message = "`" + call_name(place) + "` is given " + given;
  if (!before.key.empty()) d.notes.push_back(std::move(before));
  if (!type.empty()) d.notes.push_back({"type", type});
  d.why = why;
  d.hint = "where does this pointer come from?";
  diagnose(s, std::move(d));
}

}  // namespace

void explain_wrong_free(State& s, const void* pointer, const char* takes) {
  const CallPlace place = call_place();
  const std::string why =
      "each kind of memory has its own call that gives it back; this one takes "
      "only what " +
      std::string(takes);
  const EndedMemory* ended = s.memory.ended_at(pointer);
  const Allocation* a = s.memory.find(pointer);
  if (a && !(ended && s.memory.starting_at(pointer))) {
    const bool begins = a->begin == reinterpret_cast<uint64_t>(pointer);
    const std::string what = describe_pointer(s, pointer);
    if (!begins) {
      return wrong(s, what + ", which is not where that memory begins", "",
                   "only the address that the allocation returned gives memory "
                   "back",
                   place);
    }
    return wrong(s, what, remedy_of(s.memory.facts(*a).kind), why, place);
  }
  if (ended && ended->kind != MemoryKind::kRegistered) {
    return twice(s, *ended, place);
  }
  if (s.arrays.find(static_cast<cudaArray_const_t>(pointer))) {
    return wrong(s, "a CUDA array", "cudaFreeArray(array)", why, place);
  }
  const auto handle = reinterpret_cast<uint64_t>(pointer);
  if (s.handles.has_ended(HandleKind::kArray, handle)) {
    return;  // explain_stale_handle reports it
  }
  wrong(s, describe_pointer(s, pointer), "", why, place);
}

void explain_managed_in_stream(State& s, const void* pointer) {
  wrong(s, describe_pointer(s, pointer), remedy_of(MemoryKind::kManaged),
        "managed memory is no stream's: cudaFreeAsync refuses it, and it is "
        "kept",
        call_place());
}

void explain_not_registered(State& s, const void* pointer) {
  const CallPlace place = call_place();
  report::Note before;
  const EndedMemory* ended = s.memory.ended_at(pointer);
  if (ended && ended->kind == MemoryKind::kRegistered) {
    before = {"first", call_at(ended->place)};
  }
  wrong(s, describe_pointer(s, pointer) + ", which is not registered", "",
        "cudaHostUnregister takes the address that cudaHostRegister was given, "
        "and takes it once",
        place, std::move(before));
}

}  // namespace simt::cudart
