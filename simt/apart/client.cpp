// SPDX-License-Identifier: MIT
// A call on its way: the message, the wait, the answer.
#include "simt/apart/client.h"

#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "simt/apart/parcel.h"
#include "simt/apart/side.h"
#include "simt/machine/device_range.h"
#include "simt/stream/cuda.h"

namespace simt::apart {
namespace {

constexpr int kMostFrames = 32;
thread_local int host_functions = 0;

struct Link {
  std::recursive_mutex mutex;
  bool greeted = false;
  bool busy = false;  // a message was sent, and not all of its answer is here
  uint64_t device_begin = 0, device_bytes = 0;
  std::map<uint64_t, std::vector<uint64_t>> parameters;  // bytes, by kernel
  std::map<uint64_t, uint64_t> open;  // bytes that the host may touch, by begin
};

/// Never destroyed: the program's own static destructors still call us.
Link& our_link() {
  static auto* const kLink = new Link;
  return *kLink;
}

uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// `file` goes with it; -1: none.
Answer exchange(Request& request, const Bytes& bytes, uint64_t most,
                int file = -1) {
  Link& link = our_link();
  const int socket = our_side().socket;
  request.bytes = bytes.size();
  link.busy = true;
  Reply reply;
  const bool asked = file < 0
                         ? send_all(socket, &request, sizeof request)
                         : send_with(socket, &request, sizeof request, file);
  const bool good = asked && send_all(socket, bytes.data(), bytes.size()) &&
                    receive_all(socket, &reply, sizeof reply);
  if (!good) other_side_is_lost("");
  if (reply.bytes > most) other_side_is_lost("it gave more than was asked for");
  Answer answer{reply.result, Bytes(reply.bytes)};
  if (!receive_all(socket, answer.bytes.data(), reply.bytes)) {
    other_side_is_lost("");
  }
  link.busy = false;
  return answer;
}

/// An address of the program's own file as it is told to the other side.
uint64_t place_in_image(uint64_t address) {
  const Side side = our_side();
  const bool inside = address >= side.image_begin && address < side.image_end;
  if (!side.guards) return address;
  return inside ? address - side.image_begin : 0;
}

void greet(Link& link) {
  if (link.greeted) return;
  link.greeted = true;
  const Side side = our_side();
  Request hello{.ask = kHello};
  hello.words = {side.image_begin, side.image_end};
  if (side.guards) hello.words = {0, side.image_end - side.image_begin};
  const Answer answer = exchange(hello, {}, 2 * kAlign);
  if (answer.bytes.size() != 2 * kAlign) other_side_is_lost("it has no device");
  std::memcpy(&link.device_begin, answer.bytes.data(), sizeof(uint64_t));
  std::memcpy(&link.device_bytes, answer.bytes.data() + kAlign,
              sizeof(uint64_t));
  if (!side.guards) return;
  const bool agreed = link.device_begin == kDeviceBase &&
                      link.device_bytes == device_bytes_here();
  if (!agreed) other_side_is_lost("its device memory is another one");
}

/// Sizes of a kernel's parameters; none when it is not known.
const std::vector<uint64_t>& parameters_of(uint64_t stub) {
  if (const auto* own = own_parameters(stub)) return *own;
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

/// The functions that led to the call, innermost first.
std::array<uint64_t, kFrames> frames_from(const void* caller) {
  void* all[kMostFrames];
  const int count = backtrace(all, kMostFrames);
  std::array<uint64_t, kFrames> frames{};
  auto** at = std::find(all, all + count, caller);
  for (uint64_t& frame : frames) {
    if (at != all + count) frame = place_in_image(address_of(*at++));
  }
  return frames;
}

uint64_t not_there(Request request, const std::string& what) {
  request.ask = kUnsupported;
  request.words = {};
  return ask(request, bytes_of_text(what), 0).result;
}

/// What a call that succeeded has changed of the host's own reach.
void follow(const Call& call, const Words& words) {
  if (call.name.starts_with("cudaFree")) close_memory(words[0]);
  if (call.name == "cudaDeviceReset") close_memory(0);
}

}  // namespace

Bytes bytes_of_text(std::string_view text) {
  Bytes bytes;
  append(bytes, text.data(), std::min(text.size(), kMostText));
  return bytes;
}

Answer ask(Request request, const Bytes& bytes, uint64_t most) {
  Link& link = our_link();
  const std::lock_guard lock(link.mutex);
  greet(link);
  return exchange(request, bytes, most);
}

Answer ask_with(Request request, const Bytes& bytes, int file) {
  Link& link = our_link();
  const std::lock_guard lock(link.mutex);
  greet(link);
  return exchange(request, bytes, kMostBytes, file);
}

Answer ask(Request request, std::string_view text) {
  return ask(request, bytes_of_text(text), 0);
}

uint64_t forward(const char* name, const uint64_t* words, const void* caller) {
  if (host_functions > 0) return cudaErrorNotPermitted;
  call_comes();
  std::fflush(stdout);  // what a kernel prints comes after it
  Link& link = our_link();
  const std::lock_guard lock(link.mutex);
  greet(link);
  Request request;
  request.frames = frames_from(caller);
  const auto number = find_call(name);
  if (!number) return not_there(request, name);
  const Call& call = *call_at(*number);
  Parcel parcel(call, words, parameters_of);
  if (!parcel.complete()) {
    return not_there(request, std::string(name) + " of so many bytes");
  }
  request.ask = *number;
  request.words = parcel.sent();
  const Answer answer = exchange(request, parcel.bytes(), parcel.expected());
  parcel.take(answer);
  if (answer.result == cudaSuccess) follow(call, parcel.words());
  return answer.result;
}

bool on_device(uint64_t address, uint64_t bytes) {
  const Link& link = our_link();
  const uint64_t at = address - link.device_begin;
  return at < link.device_bytes && bytes <= link.device_bytes - at;
}

void open_memory(uint64_t address, uint64_t bytes) {
  const auto page = static_cast<uint64_t>(getpagesize());
  bytes = (bytes + page - 1) / page * page;
  if (address == 0 || address % page != 0 || !on_device(address, bytes)) return;
  our_link().open[address] = bytes;
  mprotect(reinterpret_cast<void*>(address), bytes, PROT_READ | PROT_WRITE);
}

void close_memory(uint64_t address) {
  std::erase_if(our_link().open, [&](const auto& one) {
    if (address != 0 && one.first != address) return false;
    mprotect(reinterpret_cast<void*>(one.first), one.second, PROT_NONE);
    return true;
  });
}

bool in_the_middle() { return our_link().busy; }

HostFunctionScope::HostFunctionScope() { ++host_functions; }
HostFunctionScope::~HostFunctionScope() { --host_functions; }

}  // namespace simt::apart
