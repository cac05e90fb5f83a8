// SPDX-License-Identifier: MIT
// on_access is hot: it ends at once where all is written.
#include "simt/checks/init_check.h"

#include <bit>
#include <utility>

#include "simt/checks/wording.h"
#include "simt/program/results.h"

namespace simt::checks {
namespace {

/// Calls `act(address, bytes)` for what a stored box takes from shared memory,
/// where it lies at `begin`: what is outside the tensor goes nowhere.
template <class Act>
void each_stored_piece(const ops::TensorBox& box, uint32_t begin,
                       const Act& act) {
  const ops::TensorMap& map = box.map;
  const uint32_t row = map.row_bytes(), pitch = map.shared_pitch();
  box.each_row([&](const ops::BoxRow& part) {
    if (map.swizzle == ops::TensorSwizzle::kNone)
      return act(begin + part.place, part.bytes);
    for (uint32_t at = 0; at < part.bytes; at += ops::kTensorPiece) {
      const uint32_t place = part.place + at;
      act(ops::swizzled(map.swizzle, begin + place / row * pitch + place % row),
          ops::kTensorPiece);
    }
  });
}

/// CUB's merge sorts read the element after a run and drop it: the storage has
/// one more for that, which nobody writes.
bool reads_ahead(const program::InstInfo& info) {
  return info.innermost.file.ends_with("/cub/block/block_merge_sort.cuh");
}

}  // namespace

std::unique_ptr<Observer> InitCheck::part() {
  auto part = std::unique_ptr<InitCheck>(new InitCheck(*this, Part{}));
  part->on_launch(scene_.launch());
  return part;
}

void InitCheck::join(Observer& part) {
  for (auto& [region, map] : static_cast<InitCheck&>(part).written_)
    region->map.add(map);
}

void InitCheck::on_launch(const LaunchInfo&) {
  found_.clear();
  sums_.clear();
  only_exchanges_ = program::only_exchanges(scene_.kernel());
  if (shared_.size() < scene_.launch().slots)
    shared_.resize(scene_.launch().slots);
  // Frames of called functions lie in one place after another.
  watches_local_ = scene_.kernel().uses_local && !scene_.kernel().grows_stack;
}

void InitCheck::on_block_start(const WarpPlace& at) {
  if (at.slot >= shared_.size()) shared_.resize(at.slot + 1);
  const LaunchInfo& launch = scene_.launch();
  uint64_t bytes = launch.static_shared + launch.dynamic_shared;
  if (launch.dynamic_shared != 0)
    bytes = std::max<uint64_t>(
        bytes, uint64_t{launch.dynamic_begin} + launch.dynamic_shared);
  shared_[at.slot].reset(bytes);
  if (!watches_local_) return;
  if (at.slot >= local_.size()) local_.resize(at.slot + 1);
  local_[at.slot].reset((scene_.threads() + kWarpSize - 1) / kWarpSize);
}

void InitCheck::on_barrier(const BarrierDone& done) {
  if (watches_local_) local_[done.at.slot].meet();
}

void InitCheck::on_bulk(const BulkStep& step) {
  if (step.kind != BulkStep::Kind::kIssue) return;
  const BulkCopy& copy = *step.copy;
  const auto map_of = [&](ptx::Space space, uint64_t& at,
                          bool target) -> ByteMap* {
    if (space == ptx::Space::kShared)
      return &shared_[target ? copy.peer.slot_or(copy.at) : copy.at.slot];
    Region* region = space == ptx::Space::kGlobal ? region_at(at) : nullptr;
    if (region == nullptr) return nullptr;
    at -= region->begin;
    return &region->map;
  };
  const auto look = [&](ptx::Space space, uint64_t begin, uint64_t bytes,
                        bool target) {
    uint64_t at = begin;
    const ByteMap* map = map_of(space, at, target);
    if (map == nullptr || map->complete()) return;
    for (uint64_t i = 0; i < bytes; ++i) {
      if (map->written(at + i, 1)) continue;
      Found& found = found_[scene_.index().site_of(copy.pc)];
      if (found.count++ > 0 && begin + i >= found.address) return;
      found.address = begin + i;
      found.space = space;
      found.at = copy.at;
      found.lane = copy.lane;
      found.pc = copy.pc;
      found.copy = true;
      return;
    }
  };
  const auto take = [&](uint64_t begin, uint64_t bytes) {
    look(copy.from, begin, bytes, false);
  };
  if (copy.box != nullptr && copy.from == ptx::Space::kShared)
    each_stored_piece(*copy.box, static_cast<uint32_t>(copy.source), take);
  else
    each_range(copy, true, take);
  each_range(copy, false, [&](uint64_t begin, uint64_t bytes) {
    if (copy.reduces) look(copy.to, begin, bytes, true);
    ByteMap* map = map_of(copy.to, begin, true);
    if (map != nullptr) map->write(begin, bytes);
  });
}

void InitCheck::on_warpgroup(const WarpgroupStep& step) {
  if (step.kind != WarpgroupStep::Kind::kIssue) return;
  const ByteMap& map = shared_[step.at.slot];
  if (map.complete()) return;
  for (const auto* pieces :
       {&step.product->pieces_a, &step.product->pieces_b}) {
    for (const uint32_t piece : *pieces) {
      if (map.written(piece, 16)) continue;
      Found& found = found_[scene_.index().site_of(step.pc)];
      if (found.count++ > 0 && piece >= found.address) continue;
      found.address = piece;
      found.space = ptx::Space::kShared;
      found.at = step.at;
      found.pc = step.pc;
      found.product = true;
    }
  }
}

void InitCheck::on_register_use(const RegisterUse& use) {
  if (use.kind != RegisterUse::Kind::kUnset) return;
  Found& found = sums_[scene_.index().site_of(use.pc)];
  if (found.count++ > 0) return;
  found.at = use.at;
  found.lane = first_lane(use.lanes);
  found.pc = use.pc;
}

void InitCheck::on_allocate(const Allocation& allocation) {
  memory_->last = nullptr;
  memory_->regions.erase(allocation.begin);
  if (allocation.host_visible || allocation.variable) return;
  Region& region = memory_->regions[allocation.begin];
  region.begin = allocation.begin;
  region.end = allocation.end;
  region.map.reset(allocation.end - allocation.begin);
}

void InitCheck::on_free(const Allocation& allocation) {
  memory_->last = nullptr;
  memory_->regions.erase(allocation.begin);
}

void InitCheck::on_host_write(uint64_t begin, uint64_t bytes) {
  Region* region = region_at(begin);
  if (region != nullptr) region->map.write(begin - region->begin, bytes);
}

InitCheck::Region* InitCheck::region_at(uint64_t address) {
  Region*& last = is_part_ ? last_ : memory_->last;
  if (last != nullptr && last->begin <= address && address < last->end)
    return last;
  auto next = memory_->regions.upper_bound(address);
  if (next == memory_->regions.begin()) return nullptr;
  Region& region = std::prev(next)->second;
  if (address >= region.end) return nullptr;
  last = &region;
  return &region;
}

void InitCheck::on_access(const Access& access) {
  if (access.space == ptx::Space::kShared) {
    ByteMap& map = shared_[access.peer.slot_or(access.at)];
    if (!map.complete()) visit(access, map, 0, access.active);
    return;
  }
  if (access.space == ptx::Space::kLocal) return on_local(access);
  if (access.space != ptx::Space::kGlobal) return;
  if (access.allocation == nullptr) return visit_several(access);
  Region* region = region_at(access.allocation->begin);
  if (region != nullptr && !region->map.complete())
    visit_region(access, *region, access.active);
}

void InitCheck::visit_region(const Access& access, Region& region,
                             LaneMask lanes) {
  if (!is_part_) return visit(access, region.map, region.begin, lanes);
  if (writes_.first != &region) {
    const auto [entry, fresh] = written_.try_emplace(&region);
    if (fresh) entry->second.reset(region.end - region.begin);
    writes_ = {&region, &entry->second};
  }
  ByteMap& own = *writes_.second;
  if (reads(access)) check(access, region.map, &own, region.begin, lanes);
  if (access.kind != AccessKind::kLoad) mark(access, own, region.begin, lanes);
}

/// What is written stays so, as long as kernels free no memory.
bool InitCheck::knows_all(const Access& access) const {
  const auto next = memory_->regions.upper_bound(access.allocation->begin);
  if (next == memory_->regions.begin()) return true;
  const Region& region = std::prev(next)->second;
  return access.allocation->begin >= region.end || region.map.complete();
}

void InitCheck::on_local(const Access& access) {
  if (!watches_local_) return;
  LocalWrites& writes = local_[access.at.slot];
  if (access.kind == AccessKind::kLoad) {
    LaneMask foreign = writes.foreign(access);
    for (; foreign != 0; foreign &= foreign - 1)
      note(access, std::countr_zero(foreign));
  } else {
    writes.store(access);
  }
}

void InitCheck::visit_several(const Access& access) {
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Region* region = region_at(access.lane_address(lane));
    if (region != nullptr && !region->map.complete())
      visit_region(access, *region, LaneMask{1} << lane);
  }
}

bool InitCheck::reads(const Access& access) const {
  return access.kind == AccessKind::kLoad ||
         (access.kind == AccessKind::kAtomic &&
          only_exchanges_[access.pc] == 0);
}

void InitCheck::visit(const Access& access, ByteMap& map, uint64_t begin,
                      LaneMask lanes) {
  if (reads(access)) check(access, map, nullptr, begin, lanes);
  if (access.kind != AccessKind::kLoad) mark(access, map, begin, lanes);
}

void InitCheck::check(const Access& access, const ByteMap& map,
                      const ByteMap* more, uint64_t begin, LaneMask lanes) {
  if (access.shape == Shape::kConsecutive && lanes == kAllLanes &&
      map.written(access.base - begin, 32u * access.bytes))
    return;
  if (access.shape == Shape::kUniform &&
      map.written_one(access.base - begin, access.bytes))
    return;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t at = access.lane_address(lane) - begin;
    if (!map.written_one(at, access.bytes) &&
        (more == nullptr || !more->written_with(map, at, access.bytes)))
      note(access, lane);
  }
}

void InitCheck::mark(const Access& access, ByteMap& map, uint64_t begin,
                     LaneMask lanes) {
  if (access.shape == Shape::kConsecutive && lanes == kAllLanes)
    return map.write(access.base - begin, 32u * access.bytes);
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    map.write_one(access.lane_address(lane) - begin, access.bytes);
    if (access.shape == Shape::kUniform) return;
  }
}

void InitCheck::note(const Access& access, int lane) {
  if (access.space == ptx::Space::kShared &&
      reads_ahead(scene_.kernel().info[access.pc]))
    return;
  Found& found = found_[scene_.index().site_of(access.pc)];
  const uint64_t address = access.lane_address(lane);
  if (found.count++ > 0 && address >= found.address) return;
  found.address = address;
  found.space = access.space;
  found.at = access.at;
  found.lane = lane;
  found.pc = access.pc;
  found.atomic = access.kind == AccessKind::kAtomic;
}

void InitCheck::describe(const Found& found) const {
  const std::string data =
      "`" + scene_.data_name(found.space, found.address) + "`";
  const std::string thread = scene_.thread_name(found.at.warp, found.lane);
  const char* does = found.product  ? "issues a product that reads"
                     : found.copy   ? "issues a copy that reads"
                     : found.atomic ? "updates"
                                    : "loads";
  const bool shared = found.space == ptx::Space::kShared;
  report::Diagnostic d =
      scene_.start("uninitialized-read", report::Severity::kError);
  d.count = found.count;
  d.message = data + " is read before anything wrote it";
  d.places = {scene_.place(found.pc,
                           thread + " of block " +
                               scene_.block_name(found.at.block) + " " + does +
                               " " + data + " here",
                           found.at, found.lane)};
  d.why = shared ? "shared memory holds anything when a block starts"
                 : "cudaMalloc does not clear memory; a kernel, a copy or a "
                   "memset must write it first";
  d.seen = count_of(found.count, "such read") +
           " on this line; lowest address shown";
  d.hint = "which line should have written this element, and did it?";
  scene_.add(std::move(d));
}

void InitCheck::describe_local(const Found& found) const {
  const std::string thread = scene_.thread_name(found.at.warp, found.lane);
  report::Diagnostic d =
      scene_.start("uninitialized-read", report::Severity::kWarning);
  d.count = found.count;
  d.message =
      "a thread reads an element of its local array that only others stored";
  d.places = {scene_.place(found.pc,
                           thread + " of block " +
                               scene_.block_name(found.at.block) +
                               " loads an element that it never stored",
                           found.at, found.lane)};
  d.why =
      "an array of a kernel without __shared__ is one for each thread; what "
      "other threads store in theirs is not in this one";
  d.seen = count_of(found.count, "such read") +
           " on this line; lowest address shown";
  d.hint = "is this array meant for the whole block?";
  scene_.add(std::move(d));
}

void InitCheck::describe_sums(const Found& found) const {
  report::Diagnostic d =
      scene_.start("uninitialized-read", report::Severity::kError);
  d.count = found.count;
  d.message = "a product adds to sums that nothing wrote";
  d.places = {
      scene_.place(found.pc,
                   "warp " + std::to_string(found.at.warp) + " of block " +
                       scene_.block_name(found.at.block) + " issues it here",
                   found.at, found.lane)};
  d.why =
      "registers hold anything when a kernel starts, and scale-d is 1: the "
      "product is added to what they hold";
  d.seen = count_of(found.count, "such product") + " on this line";
  d.hint = "should the first product have scale-d 0, or its sums be cleared?";
  scene_.add(std::move(d));
}

void InitCheck::on_launch_end(const Executions&) {
  for (const auto& [site, found] : found_) {
    if (found.space == ptx::Space::kLocal) {
      describe_local(found);
      continue;
    }
    const bool shared = found.space == ptx::Space::kShared;
    if (!shared || !scene_.raced(found.pc)) describe(found);
  }
  for (const auto& [site, found] : sums_) describe_sums(found);
  found_.clear();
  sums_.clear();
}

}  // namespace simt::checks
