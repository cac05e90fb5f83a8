// SPDX-License-Identifier: MIT
// Allocations with their kinds. What a copy may do with them is in copy.cpp.
#include "simt/context/memory.h"

#include "simt/context/host_calls.h"

namespace simt::cudart {
namespace {

/// Managed memory may be more than a device has: it moves (an H100 with CUDA
/// 13.0 gives 150 GiB of it).
bool counts_against_device(MemoryKind kind) {
  return kind != MemoryKind::kHost && kind != MemoryKind::kRegistered &&
         kind != MemoryKind::kManaged && kind != MemoryKind::kMapped &&
         kind != MemoryKind::kPhysical;
}

bool open_to_host(MemoryKind kind) {
  return kind == MemoryKind::kManaged || kind == MemoryKind::kHost;
}

bool asked_by_host(MemoryKind kind) {
  return kind == MemoryKind::kDevice || kind == MemoryKind::kManaged ||
         kind == MemoryKind::kHost || kind == MemoryKind::kRegistered;
}

/// Whether it lies on one device, which may keep it from the others.
bool of_one_device(MemoryKind kind) {
  return kind == MemoryKind::kDevice || kind == MemoryKind::kVariable ||
         kind == MemoryKind::kHeap || kind == MemoryKind::kInternal;
}

uint32_t bit_of(int device) { return uint32_t{1} << device; }

uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

}  // namespace

Allocation* Memory::note(Allocation* allocation, MemoryFacts facts) {
  if (!allocation) return nullptr;
  facts.device = static_cast<int>(current_);
  facts_[allocation->begin] = facts;
  allocation->variable = facts.kind == MemoryKind::kVariable;
  allocation->page_locked =
      facts.kind == MemoryKind::kHost || facts.kind == MemoryKind::kRegistered;
  allocation->device = facts.device;
  if (of_one_device(facts.kind)) {
    allocation->reach = bit_of(facts.device) | visitors_[current_];
  }
  if (counts_against_device(facts.kind)) {
    used_[current_] += allocation->end - allocation->begin;
  }
  if (asked_by_host(facts.kind)) keep_place(allocation->begin);
  ended_.erase(allocation->begin);
  observer_.on_allocate(*allocation);
  return allocation;
}

Allocation* Memory::make(uint64_t bytes, MemoryKind kind, std::string name,
                         int number, unsigned flags) {
  if (counts_against_device(kind) && bytes > limit() - used()) return nullptr;
  Allocation* made =
      device_.allocate(bytes, std::move(name), number, open_to_host(kind));
  return note(made, {kind, flags});
}

Allocation* Memory::allocate(uint64_t bytes, MemoryKind kind,
                             const std::string& call, unsigned flags) {
  const int number = numbers_[call] + 1;
  const std::string name = call + " #" + std::to_string(number);
  Allocation* made = make(bytes, kind, name, number, flags);
  if (made) numbers_[call] = number;
  return made;
}

Allocation* Memory::allocate_named(uint64_t bytes, MemoryKind kind,
                                   std::string name) {
  return make(bytes, kind, std::move(name), 1, 0);
}

Allocation* Memory::adopt(void* host, uint64_t bytes, unsigned flags) {
  const int number = ++numbers_["cudaHostRegister"];
  return note(
      device_.adopt(host, bytes, "cudaHostRegister #" + std::to_string(number),
                    number),
      {MemoryKind::kRegistered, flags});
}

Allocation* Memory::reserve_addresses(uint64_t bytes) {
  return allocate(bytes, MemoryKind::kMapped, "cuMemAddressReserve");
}

Allocation* Memory::put(uint64_t begin, uint64_t bytes, std::string name,
                        uint32_t reach) {
  auto* const place = reinterpret_cast<void*>(begin);  // NOLINT: a number
  Allocation* made = device_.adopt(place, bytes, std::move(name), 1);
  made->host_visible = false;
  made->delta = device_.delta();
  note(made, {MemoryKind::kMapped});
  set_reach(*made, reach);
  // What was stored there before it was mapped here is not known.
  if (reach != 0) wrote(begin, bytes);
  return made;
}

void Memory::take_away(Allocation& allocation) {
  observer_.on_free(allocation);
  allocation.freed = true;
  allocation.reach = 0;
}

Allocation* Memory::make_physical(uint64_t bytes, int device) {
  if (bytes > room_of(device)) return nullptr;
  constexpr uint64_t kMore = 4096;  // a page more, so that whole ones are there
  Allocation* made =
      allocate(bytes + kMore, MemoryKind::kPhysical, "cuMemCreate");
  if (!made) return nullptr;
  used_[static_cast<size_t>(device)] += bytes;
  facts_[made->begin].device = device;
  set_reach(*made, 0);
  return made;
}

void Memory::end_physical(Allocation& pages, uint64_t bytes) {
  used_[static_cast<size_t>(facts(pages).device)] -= bytes;
  release(pages);
}

void Memory::release(Allocation& allocation) {
  const MemoryFacts& known = facts(allocation);
  if (counts_against_device(known.kind)) {
    used_[static_cast<size_t>(known.device)] -=
        allocation.end - allocation.begin;
  }
  if (asked_by_host(known.kind)) end(allocation);
  observer_.on_free(allocation);
  if (known.of_graph) {
    allocation.freed = true;
    allocation.reach = 0;
  } else {
    device_.release(allocation);
  }
}

void Memory::end(const Allocation& allocation) {
  ended_[allocation.begin] = {allocation.name, facts(allocation).kind,
                              call_place()};
}

Allocation* Memory::reserve(uint64_t bytes, const std::string& call) {
  Allocation* made = allocate(bytes, MemoryKind::kDevice, call);
  if (!made) return nullptr;
  facts_[made->begin].of_graph = true;
  release(*made);
  ended_.erase(made->begin);  // it has not begun
  return made;
}

bool Memory::bring(Allocation& reserved) {
  const int owner = facts(reserved).device;
  if (reserved.end - reserved.begin > room_of(owner)) return false;
  reserved.freed = false;
  reserved.reach = bit_of(owner) | visitors_[static_cast<size_t>(owner)];
  used_[static_cast<size_t>(owner)] += reserved.end - reserved.begin;
  ended_.erase(reserved.begin);
  observer_.on_allocate(reserved);
  return true;
}

void Memory::set_left(const Allocation& reserved, bool left) {
  facts_[reserved.begin].left = left;
}

Allocation* Memory::reserved_around(const void* pointer) {
  Allocation* found = device_.find(address_of(pointer));
  return found && facts(*found).of_graph ? found : nullptr;
}

Allocation* Memory::reserved_at(const void* pointer) {
  Allocation* found = device_.find(address_of(pointer));
  const bool known =
      found && found->begin == address_of(pointer) && facts(*found).of_graph;
  return known ? found : nullptr;
}

void Memory::set_peer(int owner, int visitor, bool open) {
  const auto change = [&](uint32_t& bits) {
    bits = open ? bits | bit_of(visitor) : bits & ~bit_of(visitor);
  };
  change(visitors_[static_cast<size_t>(owner)]);
  for (const auto& [begin, a] : device_.all()) {
    const MemoryFacts& known = facts(*a);
    const bool meant = known.device == owner && of_one_device(known.kind);
    if (meant && !known.pooled && !a->freed) change(a->reach);
  }
}

void Memory::set_reach(Allocation& allocation, uint32_t reach) {
  facts_[allocation.begin].pooled = true;
  allocation.reach = reach;
}

void Memory::reset() {
  const int number = static_cast<int>(current_);
  for (int other = 0; other < static_cast<int>(limits_.size()); ++other) {
    set_peer(other, number, false);
    set_peer(number, other, false);
  }
  std::vector<Allocation*> mine;
  bool stays = false;
  for (const auto& [begin, allocation] : device_.all()) {
    const MemoryFacts& known = facts(*allocation);
    if (allocation->freed) continue;
    const bool ends = known.device == number && !known.pooled;
    if (ends) mine.push_back(allocation.get());
    stays = stays || !ends;
  }
  for (Allocation* allocation : mine) release(*allocation);
  if (stays || limits_.size() > 1) return;  // the others keep theirs
  device_.reset();
  facts_.clear();
  numbers_.clear();
}

Allocation* Memory::find(const void* pointer) {
  Allocation* found = device_.find(address_of(pointer));
  return found && !found->freed && found->reach != 0 ? found : nullptr;
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

cudaMemoryType Memory::type_at(const void* pointer) {
  const Allocation* found = find(pointer);
  if (!found) return cudaMemoryTypeUnregistered;
  switch (facts(*found).kind) {
    case MemoryKind::kManaged:
      return cudaMemoryTypeManaged;
    case MemoryKind::kHost:
    case MemoryKind::kRegistered:
      return cudaMemoryTypeHost;
    default:
      return cudaMemoryTypeDevice;
  }
}

std::vector<const Allocation*> Memory::kept() {
  std::vector<const Allocation*> found;
  for (const auto& [begin, a] : device_.all()) {
    const MemoryKind kind = facts(*a).kind;
    const bool owned = kind == MemoryKind::kDevice ||
                       kind == MemoryKind::kManaged ||
                       kind == MemoryKind::kHost || kind == MemoryKind::kHeap;
    const bool variable = a->name.starts_with("variable ");
    const bool ends = ended_at(reinterpret_cast<void*>(begin)) != nullptr;
    if (owned && !variable && !a->freed && !ends) found.push_back(a.get());
  }
  return found;
}

const EndedMemory* Memory::ended_at(const void* pointer) const {
  const auto found = ended_.find(address_of(pointer));
  return found == ended_.end() ? nullptr : &found->second;
}

}  // namespace simt::cudart
