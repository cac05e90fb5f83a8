// SPDX-License-Identifier: MIT
// The tables of registered binaries, kernels and variables.
#include "simt/context/modules.h"

#include <utility>

namespace simt::cudart {

size_t Modules::add_binary(const void* wrapper) {
  const size_t index = binaries_.size();
  Binary& binary = binaries_.emplace_back();
  binary.wrapper = wrapper;
  binary.index = index;
  return index;
}

void Modules::add_kernel(Binary* binary, const void* host_stub,
                         std::string symbol) {
  KernelEntry& entry = kernels_[host_stub];
  entry.symbol = std::move(symbol);
  entry.binary = binary;
}

void Modules::add_variable(const void* shadow, VariableEntry variable) {
  variables_[shadow] = std::move(variable);
}

KernelEntry* Modules::kernel(const void* host_stub) {
  const auto found = kernels_.find(host_stub);
  return found == kernels_.end() ? nullptr : &found->second;
}

void Modules::end_kernel(const void* host_stub) {
  auto node = kernels_.extract(host_stub);
  if (!node.empty()) ended_.push_back(std::move(node));
}

VariableEntry* Modules::variable(const void* shadow) {
  const auto found = variables_.find(shadow);
  return found == variables_.end() ? nullptr : &found->second;
}

}  // namespace simt::cudart
