// SPDX-License-Identifier: MIT
// A side that guards (side.h) hands over no address of its own and no byte that
// the call does not read, and takes no address that is not the device's: what
// it gets may come from an attacker.
#include "simt/apart/parcel.h"

#include <algorithm>
#include <cstring>

#include "simt/stream/cuda.h"

namespace simt::apart {
namespace {

constexpr unsigned kMostConfigured = 64;

template <typename T>
T* pointer_to(uint64_t address) {
  return reinterpret_cast<T*>(address);
}

/// The fields of an answer that are addresses: null, the device's, or the
/// asker's own.
bool plausible(const cudaPointerAttributes& facts, uint64_t asked) {
  for (const void* one : {facts.devicePointer, facts.hostPointer}) {
    const auto address = reinterpret_cast<uint64_t>(one);
    if (address != 0 && address != asked && !on_device(address)) return false;
  }
  return true;
}

}  // namespace

Parcel::Parcel(const Call& call, const uint64_t* words,
               ParametersOf parameters_of)
    : call_(call), side_(our_side()), parameters_of_(parameters_of) {
  for (size_t i = 0; i < kWords; ++i) words_[i] = words[i] & call.bits[i];
  sent_ = words_;
  for (size_t i = 0; i < call.arguments.size() && complete_; ++i) {
    complete_ = add(i);
  }
}

void Parcel::put(uint64_t from, uint64_t bytes) {
  append(bytes_, pointer_to<const void>(from), bytes);
}

/// A pointer as it goes out: whether there is one.
uint64_t Parcel::shown(uint64_t pointer) const {
  return side_.guards && pointer != 0 ? 1 : pointer;
}

/// What stands for a kernel or a variable on both sides.
uint64_t Parcel::shown_stub(uint64_t stub) const {
  if (!side_.guards) return stub;
  const bool inside = stub >= side_.image_begin && stub < side_.image_end;
  return inside ? stub - side_.image_begin : 0;
}

void Parcel::add_arguments(uint64_t stub, void** arguments) {
  if (!arguments) return;
  const auto& sizes = parameters_of_(stub);
  for (size_t i = 0; i < sizes.size(); ++i) {
    append(bytes_, arguments[i], sizes[i]);
  }
}

bool Parcel::add_node(uint64_t at) {
  if (at == 0) return true;
  auto node = *pointer_to<const cudaKernelNodeParams>(at);
  const auto stub = reinterpret_cast<uint64_t>(node.func);
  void** arguments = node.kernelParams;
  node.func = pointer_to<void>(shown_stub(stub));
  node.kernelParams =
      pointer_to<void*>(shown(reinterpret_cast<uint64_t>(arguments)));
  node.extra = pointer_to<void*>(shown(reinterpret_cast<uint64_t>(node.extra)));
  append(bytes_, &node, sizeof node);
  add_arguments(stub, arguments);
  return true;
}

bool Parcel::add_config(uint64_t at) {
  if (at == 0) return true;
  auto config = *pointer_to<const cudaLaunchConfig_t>(at);
  if (config.numAttrs > kMostConfigured) return false;
  const auto attributes = reinterpret_cast<uint64_t>(config.attrs);
  config.attrs = nullptr;  // they follow
  append(bytes_, &config, sizeof config);
  put(attributes, config.numAttrs * sizeof(cudaLaunchAttribute));
  return true;
}

bool Parcel::add_memory(const Argument& argument, size_t at) {
  const uint64_t word = words_[at];
  const bool device = argument.pass == Pass::kData && on_device(word);
  if (word == 0 || device) return true;
  const auto bytes = bytes_of(argument, words_);
  if (!bytes) return false;
  sent_[at] = shown(word);
  if (side_.guards && argument.back) {
    bytes_.resize(bytes_.size() + padded(*bytes));
  } else {
    put(word, *bytes);
  }
  return true;
}

/// False when the argument is too large for a message.
bool Parcel::add(size_t at) {
  const Argument& argument = call_.arguments[at];
  const uint64_t word = words_[at];
  switch (argument.pass) {
    case Pass::kValue:
      return true;
    case Pass::kKernel:
    case Pass::kVariable:
      sent_[at] = shown_stub(word);
      return true;
    case Pass::kData:
    case Pass::kMemory:
      return add_memory(argument, at);
    case Pass::kArguments:
      sent_[at] = shown(word);
      add_arguments(words_[static_cast<size_t>(argument.count)],
                    pointer_to<void*>(word));
      return true;
    case Pass::kNode:
      sent_[at] = shown(word);
      return add_node(word);
    case Pass::kConfig:
      sent_[at] = shown(word);
      return add_config(word);
  }
  return false;
}

bool Parcel::comes_back(size_t at) const {
  const Argument& argument = call_.arguments[at];
  if (!argument.back || words_[at] == 0) return false;
  return argument.pass != Pass::kData || !on_device(words_[at]);
}

uint64_t Parcel::expected() const {
  uint64_t bytes = 0;
  for (size_t i = 0; i < call_.arguments.size(); ++i) {
    if (!comes_back(i)) continue;
    bytes += padded(bytes_of(call_.arguments[i], words_).value_or(0));
  }
  return bytes;
}

/// Ends the process unless what came back is what a device may say.
void Parcel::check(const Argument& argument, const std::byte* from) const {
  if (call_.name == "cudaPointerGetAttributes") {
    cudaPointerAttributes facts;
    std::memcpy(&facts, from, sizeof facts);
    if (!plausible(facts, words_[1])) {
      other_side_is_lost("it gave an address that is not the device's");
    }
  }
  if (!argument.address) return;
  uint64_t address = 0;
  std::memcpy(&address, from, sizeof address);
  const uint64_t bytes =
      argument.open ? words_[static_cast<size_t>(argument.count)] : 1;
  if (address != 0 && !on_device(address, bytes)) {
    other_side_is_lost("it gave an address that is not the device's");
  }
}

void Parcel::take_one(size_t at, const std::byte* from, uint64_t bytes,
                      const Answer& answer) const {
  const Argument& argument = call_.arguments[at];
  auto* target = pointer_to<std::byte>(words_[at]);
  if (!side_.guards) {
    // What stayed as it was is not written: it may be constant.
    if (std::memcmp(target, from, bytes) != 0) {
      std::memcpy(target, from, bytes);
    }
  } else {
    check(argument, from);
    // Rows, and not what lies between them.
    const auto word = [&](int8_t which) {
      return words_[static_cast<size_t>(which)];
    };
    const bool rows = argument.rows >= 0;
    const uint64_t pitch = rows ? word(argument.pitch) : bytes;
    const uint64_t row = rows ? word(argument.count) * argument.unit : bytes;
    for (uint64_t done = 0; done < bytes; done += pitch) {
      std::memcpy(target + done, from + done, std::min(row, bytes - done));
      if (pitch == 0) break;
    }
  }
  if (call_.name == "cudaGetDeviceProperties") {
    auto& name = reinterpret_cast<cudaDeviceProp*>(target)->name;
    name[sizeof name - 1] = 0;
  }
  if (!argument.open || answer.result != cudaSuccess) return;
  open_memory(*pointer_to<uint64_t>(words_[at]), words_[argument.count]);
}

void Parcel::take(const Answer& answer) const {
  // A call that failed has nothing to give; a side that guards has sent none of
  // what was there, and so could not put it back.
  if (side_.guards && answer.result != cudaSuccess) return;
  size_t from = 0;
  for (size_t i = 0; i < call_.arguments.size(); ++i) {
    if (!comes_back(i)) continue;
    const uint64_t bytes = bytes_of(call_.arguments[i], words_).value_or(0);
    if (bytes > answer.bytes.size() - std::min(from, answer.bytes.size())) {
      if (side_.guards) other_side_is_lost("it gave less than was asked for");
      return;
    }
    if (bytes > 0) take_one(i, answer.bytes.data() + from, bytes, answer);
    from += padded(bytes);
  }
}

}  // namespace simt::apart
