// SPDX-License-Identifier: MIT
// Registers a copy of each container in every device, as nvcc's start-up code
// does. A byte or pointer of ours stands for the host's symbol of each kernel
// and variable.
#include "simt/apart/binaries.h"

#include <utility>

#include "simt/context/loader.h"
#include "simt/fatbin/fatbin.h"

namespace simt::apart {
namespace {

/// Calls `body(modules, binary)` for each device.
template <class Body>
void in_each_device(cudart::State& s, size_t index, Body body) {
  for (cudart::Device& device : s.devices) {
    body(device.modules, &device.modules.binary(index));
  }
}

}  // namespace

KnownBinary::KnownBinary(cudart::State& s, std::string container)
    : container_(std::move(container)) {
  wrapper_.container = container_.data();
  for (cudart::Device& device : s.devices) {
    index_ = device.modules.add_binary(&wrapper_);
  }
}

const void* KnownBinary::kernel(cudart::State& s, const std::string& symbol) {
  auto& place = kernels_[symbol];
  if (place) return place.get();
  place = std::make_unique<char>();
  in_each_device(s, index_, [&](auto& modules, cudart::Binary* binary) {
    modules.add_kernel(binary, place.get(), symbol);
  });
  return place.get();
}

const void* KnownBinary::variable(cudart::State& s, const std::string& symbol) {
  auto& place = variables_[symbol];
  if (place) return place.get();
  place = std::make_unique<char>();
  in_each_device(s, index_, [&](auto& modules, cudart::Binary* binary) {
    modules.add_variable(place.get(), {symbol, binary, false, nullptr});
  });
  return place.get();
}

uint64_t KnownBinary::managed(cudart::State& s, const std::string& symbol) {
  auto& pointer = managed_[symbol];
  if (!pointer) {
    pointer = std::make_unique<void*>(nullptr);
    in_each_device(s, index_, [&](auto& modules, cudart::Binary* binary) {
      modules.add_variable(pointer.get(),
                           {symbol, binary, true, pointer.get()});
    });
  }
  *pointer = nullptr;  // cudaDeviceReset ended what was there
  load_managed_variables(s, s.device().modules.binary(index_));
  return reinterpret_cast<uint64_t>(*pointer);
}

KnownBinary* find_binary(cudart::State& s, const Bytes& bytes) {
  // The loader believes the sizes that a container has in its head.
  const std::string_view content(reinterpret_cast<const char*>(bytes.data()),
                                 bytes.size());
  // Each key is a view of what its binary holds.
  static auto& known =
      *new std::map<std::string_view, std::unique_ptr<KnownBinary>>;
  const auto found = known.find(content);
  if (found != known.end()) return found->second.get();
  std::string error;
  if (!fatbin::read_container(content, error)) return nullptr;
  auto binary = std::make_unique<KnownBinary>(s, std::string(content));
  KnownBinary* made = binary.get();
  known[made->container()] = std::move(binary);
  return made;
}

}  // namespace simt::apart
