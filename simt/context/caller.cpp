// SPDX-License-Identifier: MIT
// Walks backtrace(3) out of this library; the frames above are the program's. A
// call that is served for another process brings its place with it.
#include "simt/context/caller.h"

#include <execinfo.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "simt/context/host_symbols.h"

// The linker's: where the file that has this code begins and ends in memory.
extern "C" {
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char _end __attribute__((visibility("hidden")));
}

namespace simt::cudart {
namespace {

constexpr int kMostFrames = 48;
thread_local const ServedCall* served = nullptr;

/// Whether a frame is of this library; dladdr would look through its symbols.
bool is_own(const void* address) {
  return address >= &__ehdr_start && address < &_end;
}

/// A return address may lie behind the function that called: one byte before
/// is inside.
std::string function_at(const void* place) {
  if (!place) return "";
  const std::string name = host_function(reinterpret_cast<uint64_t>(place) - 1);
  return name.substr(0, name.find(" [clone"));  // a copy by the compiler
}

/// "cudaMalloc<int>" and "cudaLaunchKernel<char>" of cuda_runtime.h.
bool is_header_template(const std::string& function) {
  return function.find('<') != std::string::npos &&
         (function.starts_with("cudaError cuda") ||
          function.starts_with("cuda"));
}

bool is_between(const std::string& function, const std::string& kernel) {
  return function.starts_with("__device_stub__") ||
         function.starts_with("__cudaLaunchKernel") || function == kernel ||
         is_header_template(function);
}

/// The first of the callers that is a function of the program's own, and its
/// name; null and "" when none has a name.
std::pair<const void*, std::string> own_frame(const CallPlace& place,
                                              const std::string& kernel) {
  for (const void* address : place.program) {
    std::string name = function_at(address);
    if (!name.empty() && !is_between(name, kernel)) return {address, name};
  }
  return {nullptr, ""};
}

}  // namespace

ServedCall::ServedCall(const CallPlace& place, Memory memory)
    : place_(place), memory_(memory), before_(served) {
  served = this;
}
ServedCall::~ServedCall() { served = before_; }

bool ServedCall::may_touch(const void* begin, uint64_t bytes) {
  if (!served || !served->memory_) return true;
  const auto at = reinterpret_cast<uint64_t>(begin) -
                  reinterpret_cast<uint64_t>(served->memory_->data());
  const uint64_t size = served->memory_->size();
  return at <= size && bytes <= size - at;
}

CallPlace call_place() {
  if (served) return served->place_;
  void* frames[kMostFrames];
  const int count = backtrace(frames, kMostFrames);
  CallPlace place;
  int i = 0;
  for (; i < count && is_own(frames[i]); ++i) place.call = frames[i];
  for (const void*& caller : place.program) {
    if (i < count) caller = frames[i++];
  }
  return place;
}

CallPlace interrupted_place(const void* instruction) {
  void* frames[kMostFrames];
  const int count = backtrace(frames, kMostFrames);
  int i = 0;
  while (i < count && frames[i] != instruction) ++i;
  CallPlace place;
  if (i == count) {  // the stack could not be followed through the handler
    place.program[0] = static_cast<const char*>(instruction) + 1;
    return place;
  }
  // It may be one of ours, which reads what a call was given.
  while (i < count && is_own(frames[i])) ++i;
  for (const void*& caller : place.program) {
    if (i == count) break;
    const bool returns = frames[i] != instruction;
    caller = static_cast<const char*>(frames[i++]) + (returns ? 0 : 1);
  }
  return place;
}

std::string call_name(const CallPlace& place) {
  std::string name = function_at(place.call);
  for (const char* end :
       {"_ptsz", "_ptds", "_of_12", "_v2", "_v3", "_v4", " ", "("}) {
    name = name.substr(0, name.find(end));
  }
  if (name.starts_with("__cuda")) name = name.substr(2);
  return name.empty() ? "a call" : name;
}

std::string plain_name(std::string function) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  size_t at = function.find(kUnnamed);
  for (; at != std::string::npos; at = function.find(kUnnamed)) {
    function.erase(at, kUnnamed.size());
  }
  if (function.starts_with("void ")) function.erase(0, 5);
  return function;
}

std::string short_name(std::string function) {
  const std::string name = plain_name(std::move(function));
  return name.substr(0, name.find('('));
}

std::string in_function(const CallPlace& place, const std::string& kernel) {
  const std::string name = own_frame(place, kernel).second;
  return name.empty() ? "" : "in " + plain_name(name);
}

std::string call_at(const CallPlace& place) {
  const std::string where = in_function(place);
  return call_name(place) + (where.empty() ? "" : " " + where);
}

std::string site_of(const CallPlace& place, const std::string& kernel) {
  const auto [address, name] = own_frame(place, kernel);
  return call_name(place) + ' ' +
         std::to_string(reinterpret_cast<uintptr_t>(address)) + ' ' + name;
}

std::vector<report::Note> host_note(const CallPlace& place,
                                    const std::string& kernel) {
  const std::string function = in_function(place, kernel);
  if (function.empty()) return {};
  return {{"host", function}};
}

}  // namespace simt::cudart
