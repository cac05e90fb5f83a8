// SPDX-License-Identifier: MIT
// Allocations with their kinds. What a copy may do with them is in copy.cpp.
#include "simt/context/memory.h"

#include "simt/context/host_calls.h"

namespace simt::cudart {
namespace {

bool counts_against_device(MemoryKind kind) {
  return kind != MemoryKind::kHost && kind != MemoryKind::kRegistered;
}

bool open_to_host(MemoryKind kind) {
  return kind == MemoryKind::kManaged || kind == MemoryKind::kHost;
}

bool asked_by_host(MemoryKind kind) {
  return kind == MemoryKind::kDevice || kind == MemoryKind::kManaged ||
         kind == MemoryKind::kHost;
}

uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

}  // namespace

Allocation* Memory::note(Allocation* allocation, MemoryFacts facts) {
  if (!allocation) return nullptr;
  facts.device = static_cast<int>(current_);
  facts_[allocation->begin] = facts;
  allocation->variable = facts.kind == MemoryKind::kVariable;
  if (counts_against_device(facts.kind)) {
    used_[current_] += allocation->end - allocation->begin;
  }
  if (asked_by_host(facts.kind)) keep_place(allocation->begin);
  observer_.on_allocate(*allocation);
  return allocation;
}

Allocation* Memory::allocate(uint64_t bytes, MemoryKind kind,
                             const std::string& call, unsigned flags) {
  if (counts_against_device(kind) && bytes > limit() - used()) return nullptr;
  const int number = numbers_[call] + 1;
  // Variables and our own memory are named by what they are.
  const bool named = call.find(' ') != std::string::npos;
  const std::string name = named ? call : call + " #" + std::to_string(number);
  Allocation* made = device_.allocate(bytes, name, number, open_to_host(kind));
  if (made) numbers_[call] = number;
  return note(made, {kind, flags});
}

Allocation* Memory::adopt(void* host, uint64_t bytes, unsigned flags) {
  const int number = ++numbers_["cudaHostRegister"];
  return note(
      device_.adopt(host, bytes, "cudaHostRegister #" + std::to_string(number),
                    number),
      {MemoryKind::kRegistered, flags});
}

void Memory::release(Allocation& allocation) {
  const MemoryFacts& known = facts(allocation);
  if (counts_against_device(known.kind)) {
    used_[static_cast<size_t>(known.device)] -=
        allocation.end - allocation.begin;
  }
  observer_.on_free(allocation);
  device_.release(allocation);
}

void Memory::reset() {
  std::vector<Allocation*> mine;
  for (const auto& [begin, allocation] : device_.all()) {
    const bool here = facts(*allocation).device == static_cast<int>(current_);
    if (here && !allocation->freed) mine.push_back(allocation.get());
  }
  for (Allocation* allocation : mine) release(*allocation);
  if (limits_.size() > 1) return;  // the others keep theirs
  device_.reset();
  facts_.clear();
  numbers_.clear();
}

Allocation* Memory::find(const void* pointer) {
  Allocation* found = device_.find(address_of(pointer));
  return found && !found->freed ? found : nullptr;
}

Allocation* Memory::starting_at(const void* pointer) {
  Allocation* found = find(pointer);
  return found && found->begin == address_of(pointer) ? found : nullptr;
}

Allocation* Memory::meant_by(const void* pointer) {
  return device_.below(address_of(pointer));
}

const MemoryFacts& Memory::facts(const Allocation& allocation) const {
  static const MemoryFacts kNone{};
  const auto found = facts_.find(allocation.begin);
  return found == facts_.end() ? kNone : found->second;
}

}  // namespace simt::cudart
