// SPDX-License-Identifier: MIT
// Puts together what a call's arguments stand for, and takes apart the answer.
// It runs beside code that is not trusted: the other side believes nothing.
#include "simt/apart/client.h"

#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "simt/apart/calls.h"
#include "simt/cudart/cuda.h"

// Set by the linker: where this file begins and ends in memory.
extern "C" const char __ehdr_start[] __attribute__((visibility("hidden")));
extern "C" const char _end[] __attribute__((visibility("hidden")));

namespace simt::apart {
namespace {

constexpr int kMostFrames = 32;
thread_local int host_functions = 0;

struct Link {
  std::recursive_mutex mutex;
  bool greeted = false;
  uint64_t device_begin = 0, device_bytes = 0;
  std::map<uint64_t, std::vector<uint64_t>> parameters;  // bytes, by kernel
};

/// Never destroyed: the program's own static destructors still call us.
Link& our_link() {
  static auto* const kLink = new Link;
  return *kLink;
}

uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}
template <typename T>
T* pointer_to(uint64_t address) {
  return reinterpret_cast<T*>(address);
}

Answer exchange(Request& request, const Bytes& bytes) {
  request.bytes = bytes.size();
  Reply reply;
  bool good = send_all(kSocket, &request, sizeof request) &&
              send_all(kSocket, bytes.data(), bytes.size()) &&
              receive_all(kSocket, &reply, sizeof reply);
  Answer answer{reply.result, Bytes(good ? reply.bytes : 0)};
  good = good && receive_all(kSocket, answer.bytes.data(), reply.bytes);
  if (!good) _exit(1);
  return answer;
}

void greet(Link& link) {
  if (link.greeted) return;
  link.greeted = true;
  Request hello{.ask = kHello};
  hello.words = {address_of(__ehdr_start), address_of(_end)};
  const Answer answer = exchange(hello, {});
  std::memcpy(&link.device_begin, answer.bytes.data(), sizeof(uint64_t));
  std::memcpy(&link.device_bytes, answer.bytes.data() + kAlign,
              sizeof(uint64_t));
}

bool on_device(uint64_t address) {
  const Link& link = our_link();
  return address - link.device_begin < link.device_bytes;
}

/// Sizes of a kernel's parameters; none when it is not known.
const std::vector<uint64_t>& parameters_of(uint64_t stub) {
  auto& known = our_link().parameters;
  const auto found = known.find(stub);
  if (found != known.end()) return found->second;
  Request request{.ask = kParameters};
  request.words[0] = stub;
  const Answer answer = ask(request);
  std::vector<uint64_t> sizes(answer.bytes.size() / sizeof(uint64_t));
  if (!sizes.empty()) {
    std::memcpy(sizes.data(), answer.bytes.data(), answer.bytes.size());
  }
  return known[stub] = sizes;
}

void add_arguments(Bytes& bytes, uint64_t stub, void** arguments) {
  if (!arguments) return;
  const auto& sizes = parameters_of(stub);
  for (size_t i = 0; i < sizes.size(); ++i) {
    append(bytes, arguments[i], sizes[i]);
  }
}

/// A call on its way: what was put into the message, in its order.
struct Parcel {
  Words words{};
  Bytes bytes;
};

/// False when the argument is too large for a message.
bool add(Parcel& parcel, const Argument& argument, uint64_t word) {
  const auto put = [&](uint64_t from, uint64_t bytes) {
    append(parcel.bytes, pointer_to<const void>(from), bytes);
  };
  switch (argument.pass) {
    case Pass::kValue:
    case Pass::kKernel:
    case Pass::kVariable:
      return true;
    case Pass::kData:
    case Pass::kMemory: {
      if (word == 0) return true;
      if (argument.pass == Pass::kData && on_device(word)) return true;
      const auto bytes = bytes_of(argument, parcel.words);
      if (!bytes) return false;
      put(word, *bytes);
      return true;
    }
    case Pass::kArguments:
      add_arguments(parcel.bytes,
                    parcel.words[static_cast<size_t>(argument.count)],
                    pointer_to<void*>(word));
      return true;
    case Pass::kNode: {
      if (word == 0) return true;
      put(word, sizeof(cudaKernelNodeParams));
      const auto* node = pointer_to<const cudaKernelNodeParams>(word);
      add_arguments(parcel.bytes, address_of(node->func), node->kernelParams);
      return true;
    }
    case Pass::kConfig: {
      if (word == 0) return true;
      put(word, sizeof(cudaLaunchConfig_t));
      const auto* config = pointer_to<const cudaLaunchConfig_t>(word);
      put(address_of(config->attrs),
          config->numAttrs * sizeof(cudaLaunchAttribute));
      return true;
    }
  }
  return false;
}

/// Puts what came back where the arguments point.
void take(const Call& call, const Words& words, const Answer& answer) {
  size_t at = 0;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    const bool plain = argument.pass == Pass::kData && on_device(words[i]);
    if (!argument.back || words[i] == 0 || plain) continue;
    const uint64_t bytes = bytes_of(argument, words).value_or(0);
    if (bytes > answer.bytes.size() - std::min(at, answer.bytes.size())) return;
    auto* target = pointer_to<void>(words[i]);
    // What stayed as it was is not written: it may be constant.
    if (bytes > 0 &&
        std::memcmp(target, answer.bytes.data() + at, bytes) != 0) {
      std::memcpy(target, answer.bytes.data() + at, bytes);
    }
    at += padded(bytes);
    if (!argument.open || answer.result != cudaSuccess) continue;
    open_memory(*pointer_to<uint64_t>(words[i]),
                words[static_cast<size_t>(argument.count)]);
  }
}

/// The functions that led to the call, innermost first.
std::array<uint64_t, kFrames> frames_from(const void* caller) {
  void* all[kMostFrames];
  const int count = backtrace(all, kMostFrames);
  std::array<uint64_t, kFrames> frames{};
  auto** at = std::find(all, all + count, caller);
  for (uint64_t& frame : frames) {
    if (at != all + count) frame = address_of(*at++);
  }
  return frames;
}

uint64_t not_there(Request request, const std::string& what) {
  request.ask = kUnsupported;
  return ask(request, what).result;
}

}  // namespace

Answer ask(Request request, const Bytes& bytes) {
  Link& link = our_link();
  const std::lock_guard lock(link.mutex);
  greet(link);
  return exchange(request, bytes);
}

Answer ask(Request request, std::string_view text) {
  Bytes bytes;
  append(bytes, text.data(), std::min(text.size(), kMostText));
  return ask(request, bytes);
}

uint64_t forward(const char* name, const uint64_t* words, const void* caller) {
  if (host_functions > 0) return cudaErrorNotPermitted;
  std::fflush(stdout);  // what a kernel prints comes behind it
  Link& link = our_link();
  const std::lock_guard lock(link.mutex);
  greet(link);
  Request request;
  request.frames = frames_from(caller);
  const auto number = find_call(name);
  if (!number) return not_there(request, name);
  request.ask = *number;
  Parcel parcel;
  std::copy(words, words + kWords, parcel.words.begin());
  request.words = parcel.words;
  const Call& call = *call_at(*number);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (add(parcel, call.arguments[i], words[i])) continue;
    return not_there(request, std::string(name) + " of so many bytes");
  }
  const Answer answer = exchange(request, parcel.bytes);
  take(call, parcel.words, answer);
  return answer.result;
}

void open_memory(uint64_t address, uint64_t bytes) {
  const auto page = static_cast<uint64_t>(getpagesize());
  if (address == 0 || address % page != 0 || !on_device(address)) return;
  mprotect(pointer_to<void>(address), (bytes + page - 1) / page * page,
           PROT_READ | PROT_WRITE);
}

HostFunctionScope::HostFunctionScope() { ++host_functions; }
HostFunctionScope::~HostFunctionScope() { --host_functions; }

}  // namespace simt::apart
