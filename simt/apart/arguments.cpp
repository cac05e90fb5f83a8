// SPDX-License-Identifier: MIT
// Puts what a message holds where a call looks for it. Every size is computed
// here, and an address is ours or the device's.
#include <algorithm>
#include <cstring>
#include <string>

#include "simt/apart/server.h"
#include "simt/context/entry.h"
#include "simt/context/loader.h"

namespace simt::apart {
namespace {

using cudart::Entry;
using cudart::KernelEntry;
using cudart::State;

uint64_t word(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// Nothing of this size crosses but arrays of attributes.
constexpr unsigned kMostConfigured = 64;

}  // namespace

std::byte* Pieces::next(uint64_t count) {
  static std::byte nothing{};
  if (count == 0) return &nothing;
  if (count > bytes_.size() - at_) return nullptr;
  std::byte* piece = bytes_.data() + at_;
  at_ = std::min<uint64_t>(at_ + padded(count), bytes_.size());
  return piece;
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

}  // namespace simt::apart
