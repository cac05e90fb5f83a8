// SPDX-License-Identifier: MIT
// Does what a process apart asks for. What comes from there is foreign: sizes
// are computed here, addresses are ours or the device's, and pointers into the
// other process are never followed.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simt/apart/binaries.h"
#include "simt/apart/calls.h"
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"
#include "simt/cudart/call.h"
#include "simt/cudart/caller.h"
#include "simt/cudart/host_symbols.h"
#include "simt/cudart/host_touch.h"
#include "simt/cudart/loader.h"
#include "simt/cudart/not_supported.h"

namespace simt::apart {
namespace {

using cudart::CallPlace;
using cudart::Entry;
using cudart::KernelEntry;
using cudart::State;

/// A function of the runtime, its arguments as registers hold them: integers,
/// pointers, and structures of at most 16 bytes.
using Function = uint64_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t);

Function function_of(uint32_t number) {
  static std::map<uint32_t, Function> known;
  auto& function = known[number];
  if (!function) {
    void* self = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
    const std::string name(call_at(number)->name);
    function = reinterpret_cast<Function>(dlsym(self, name.c_str()));
  }
  return function;
}

uint64_t run(Function f, const Words& w) {
  return f(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10],
           w[11]);
}

uint64_t word(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// The bytes of a message, piece by piece.
class Pieces {
 public:
  explicit Pieces(Bytes& bytes) : bytes_(bytes) {}
  /// Null when there is not so much left.
  std::byte* next(uint64_t count) {
    static std::byte nothing{};
    if (count == 0) return &nothing;
    if (count > bytes_.size() - at_) return nullptr;
    std::byte* piece = bytes_.data() + at_;
    at_ = std::min<uint64_t>(at_ + padded(count), bytes_.size());
    return piece;
  }

 private:
  Bytes& bytes_;
  size_t at_ = 0;
};

/// The address that a call sees for each of the other process's.
using Known = std::map<uint64_t, const void*>;

/// Nothing of this size crosses but arrays of attributes.
constexpr unsigned kMostConfigured = 64;

class Server {
 public:
  Server(int socket, const char* image) : socket_(socket) {
    cudart::use_foreign_file(image);
  }

  SimtEnd serve(void (*take)(void*, const void*, size_t), void* to);

 private:
  bool answer(uint64_t result, const Bytes& bytes = {}) const;
  bool obey(const Request& request, Bytes& bytes);
  bool greet(const Request& request);
  bool add(const Request& request, const Bytes& bytes);
  bool tell_parameters(const Request& request);
  bool call(const Request& request, Bytes& bytes);

  bool place(const Argument& argument, Words& words, size_t at, Pieces& pieces);
  bool place_memory(const Argument& argument, Words& words, size_t at,
                    Pieces& pieces);
  bool place_arguments(const void* stub, Pieces& pieces, uint64_t& at);
  bool place_node(Pieces& pieces, uint64_t& at);
  bool place_config(Pieces& pieces, uint64_t& at);
  bool captured(const Call& row, const Words& words) const;

  uint64_t here(uint64_t address) const;
  CallPlace place_of(const Request& request, const void* function) const;
  const void* key(const Known& known, uint64_t address) const;
  std::vector<uint64_t> parameters(const void* key) const;

  int socket_;
  uint64_t image_begin_ = 0, image_end_ = 0;
  std::map<uint64_t, KnownBinary*> binaries_;
  Known kernels_, variables_;
  // Of one call: arrays of arguments, and what stands for the caller's memory.
  std::vector<std::vector<void*>> arrays_;
  std::array<std::byte*, kMostArguments> pieces_{};
};

bool Server::answer(uint64_t result, const Bytes& bytes) const {
  const Reply reply{result, bytes.size()};
  return send_all(socket_, &reply, sizeof reply) &&
         send_all(socket_, bytes.data(), bytes.size());
}

/// An address of the other process's file as one of ours stands for it.
uint64_t Server::here(uint64_t address) const {
  const bool inside = address >= image_begin_ && address < image_end_;
  return inside ? cudart::foreign_address(address - image_begin_) : address;
}

CallPlace Server::place_of(const Request& request, const void* function) const {
  CallPlace place;
  // Names are looked up one byte before an address, which is where a call
  // returns to.
  place.call = static_cast<const std::byte*>(function) + 1;
  for (size_t i = 0; i < place.program.size(); ++i) {
    place.program[i] = reinterpret_cast<const void*>(here(request.frames[i]));
  }
  return place;
}

bool Server::greet(const Request& request) {
  image_begin_ = request.words[0];
  image_end_ = request.words[1];
  Entry entry;
  const auto [begin, size] = entry.state().memory.device().range();
  Bytes bytes;
  append(bytes, &begin, sizeof begin);
  append(bytes, &size, sizeof size);
  return answer(0, bytes);
}

/// A text of a message: up to its first zero.
std::string text_of(const Bytes& bytes) {
  if (bytes.empty()) return {};
  const auto* begin = reinterpret_cast<const char*>(bytes.data());
  return {begin, strnlen(begin, std::min(bytes.size(), kMostText))};
}

/// Registers device code, a kernel or a variable.
bool Server::add(const Request& request, const Bytes& bytes) {
  Entry entry;
  State& s = entry.state();
  if (request.ask == kRegisterBinary) {
    const bool large = bytes.size() > kMostContainer;
    if (large) not_supported(s, "a file with more than 256 MB of device code");
    const uint64_t handle = binaries_.size() + 1;
    binaries_[handle] = large ? nullptr : find_binary(s, bytes);
    return answer(handle);
  }
  const auto found = binaries_.find(request.words[0]);
  if (found == binaries_.end()) return false;
  KnownBinary* binary = found->second;
  if (!binary) return answer(0);
  const std::string symbol = text_of(bytes);
  const uint64_t address = request.words[1];
  if (request.ask == kRegisterKernel) {
    kernels_[address] = binary->kernel(s, symbol);
  } else if (request.ask == kRegisterVariable) {
    variables_[address] = binary->variable(s, symbol);
  } else {
    return answer(binary->managed(s, symbol));
  }
  return answer(0);
}

const void* Server::key(const Known& known, uint64_t address) const {
  const auto found = known.find(address);
  return found == known.end() ? nullptr : found->second;
}

std::vector<uint64_t> Server::parameters(const void* stub) const {
  Entry entry;
  State& s = entry.state();
  KernelEntry* kernel = stub ? s.device().modules.kernel(stub) : nullptr;
  if (!kernel || prepare(s, *kernel) != cudaSuccess) return {};
  std::vector<uint64_t> sizes;
  for (const auto& one : kernel->code->parameters) sizes.push_back(one.bytes);
  return sizes;
}

bool Server::tell_parameters(const Request& request) {
  const auto sizes = parameters(key(kernels_, request.words[0]));
  Bytes bytes(sizes.size() * sizeof(uint64_t));
  if (!sizes.empty()) std::memcpy(bytes.data(), sizes.data(), bytes.size());
  return answer(0, bytes);
}

bool Server::place_arguments(const void* stub, Pieces& pieces, uint64_t& at) {
  if (at == 0) return true;
  auto& array = arrays_.emplace_back();
  for (const uint64_t bytes : parameters(stub)) {
    array.push_back(pieces.next(bytes));
    if (!array.back()) return false;
  }
  array.push_back(nullptr);
  at = word(array.data());
  return true;
}

bool Server::place_node(Pieces& pieces, uint64_t& at) {
  if (at == 0) return true;
  auto* node = reinterpret_cast<cudaKernelNodeParams*>(
      pieces.next(sizeof(cudaKernelNodeParams)));
  if (!node) return false;
  // Without a kernel nothing is there to read.
  node->func = const_cast<void*>(key(kernels_, word(node->func)));
  uint64_t arguments = word(node->kernelParams);
  if (!place_arguments(node->func, pieces, arguments)) return false;
  node->kernelParams = reinterpret_cast<void**>(arguments);
  at = word(node);
  return true;
}

bool Server::place_config(Pieces& pieces, uint64_t& at) {
  if (at == 0) return true;
  auto* config = reinterpret_cast<cudaLaunchConfig_t*>(
      pieces.next(sizeof(cudaLaunchConfig_t)));
  if (!config || config->numAttrs > kMostConfigured) return false;
  config->attrs = reinterpret_cast<cudaLaunchAttribute*>(
      pieces.next(config->numAttrs * sizeof(cudaLaunchAttribute)));
  at = word(config);
  return config->attrs != nullptr;
}

/// Whether the call's stream is captured: what that is given runs later, when
/// the caller's memory is no longer there. Calls without a stream go to the
/// default one, which is never captured.
bool Server::captured(const Call& row, const Words& words) const {
  if (row.stream < 0) return false;
  const uint64_t handle = words[static_cast<size_t>(row.stream)];
  Entry entry;
  const auto* stream =
      entry.state().streams.find(reinterpret_cast<cudaStream_t>(handle));
  return stream && stream->point.capture;
}

/// Puts an address that we may use in the place of the argument; false when
/// the message does not hold what it must.
bool Server::place(const Argument& argument, Words& words, size_t at,
                   Pieces& pieces) {
  uint64_t& value = words[at];
  switch (argument.pass) {
    case Pass::kValue:
      return true;
    case Pass::kKernel:
      value = word(key(kernels_, value));
      return true;
    case Pass::kVariable:
      value = word(key(variables_, value));
      return true;
    case Pass::kArguments: {
      const auto stub = words[static_cast<size_t>(argument.count)];
      return place_arguments(reinterpret_cast<const void*>(stub), pieces,
                             value);
    }
    case Pass::kNode:
      return place_node(pieces, value);
    case Pass::kConfig:
      return place_config(pieces, value);
    case Pass::kData:
    case Pass::kMemory:
      return place_memory(argument, words, at, pieces);
  }
  return false;
}

bool Server::place_memory(const Argument& argument, Words& words, size_t at,
                          Pieces& pieces) {
  uint64_t& value = words[at];
  if (value == 0) return true;
  if (argument.pass == Pass::kData) {
    Entry entry;
    if (entry.state().memory.device().contains(value)) return true;
  }
  const auto bytes = bytes_of(argument, words);
  std::byte* piece = bytes ? pieces.next(*bytes) : nullptr;
  value = word(piece);
  pieces_[at] = piece;
  return piece != nullptr;
}

bool Server::call(const Request& request, Bytes& bytes) {
  const Call& row = *call_at(request.ask);
  const CallPlace from =
      place_of(request, reinterpret_cast<void*>(function_of(request.ask)));
  cudart::ServedCall::Memory memory;  // a graph has what it was once given
  if (copies(row)) memory = bytes;
  const cudart::ServedCall served(from, memory);
  Words words = request.words;
  Pieces pieces(bytes);
  bool holds_data = false;
  arrays_.clear();
  pieces_ = {};
  // A list of arguments is read by its kernel, which stands before it.
  for (size_t i = 0; i < row.arguments.size(); ++i) {
    if (!place(row.arguments[i], words, i, pieces)) return false;
    holds_data |= row.arguments[i].pass == Pass::kData && pieces_[i];
  }
  if (holds_data && captured(row, words)) {
    Entry entry;
    const std::string what =
        std::string(row.name) + " of host memory in a captured stream";
    return answer(Entry::leave(not_supported(entry.state(), what.c_str())));
  }
  const uint64_t result = run(function_of(request.ask), words);
  Bytes back;
  for (size_t i = 0; i < row.arguments.size(); ++i) {
    const Argument& argument = row.arguments[i];
    if (!argument.back || !pieces_[i]) continue;
    append(back, pieces_[i], bytes_of(argument, request.words).value_or(0));
  }
  std::fflush(stdout);  // what a kernel printed comes before what follows
  return answer(result, back);
}

bool Server::obey(const Request& request, Bytes& bytes) {
  if (call_at(request.ask)) return call(request, bytes);
  switch (request.ask) {
    case kHello:
      return greet(request);
    case kRegisterBinary:
    case kRegisterKernel:
    case kRegisterVariable:
    case kRegisterManaged:
      return add(request, bytes);
    case kParameters:
      return tell_parameters(request);
    case kUnsupported: {
      Entry entry;
      const std::string what =
          text_of(bytes) + " for functions that run in a process of their own";
      return answer(Entry::leave(not_supported(entry.state(), what.c_str())));
    }
    case kTouch:
      cudart::explain_host_touch(request.words[0], here(request.words[1]));
      return answer(0);
    default:
      return false;
  }
}

SimtEnd Server::serve(void (*take)(void*, const void*, size_t), void* to) {
  Request request;
  Bytes bytes;
  while (receive_all(socket_, &request, sizeof request)) {
    if (request.bytes > kMostBytes) return kSimtNonsense;
    bytes.resize(request.bytes);
    if (!receive_all(socket_, bytes.data(), bytes.size())) break;
    if (request.ask == kReturned || request.ask == kThrew) {
      take(to, bytes.data(), bytes.size());
      return request.ask == kReturned ? kSimtReturned : kSimtThrew;
    }
    if (!obey(request, bytes)) return kSimtNonsense;
  }
  return kSimtSilent;
}

}  // namespace
}  // namespace simt::apart

extern "C" {

SimtEnd simt_serve(int socket, const char* image,
                   void (*take)(void* to, const void* bytes, size_t count),
                   void* to) {
  return simt::apart::Server(socket, image).serve(take, to);
}

}  // extern "C"
