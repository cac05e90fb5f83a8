// SPDX-License-Identifier: MIT
// A block object serves many blocks: what they share is filled once.
#include "simt/machine/fresh_blocks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "simt/program/specials.h"

namespace simt {
namespace {

// What shared memory holds before it is written: not a number in any type,
// so that a value read too early is seen.
constexpr int kStale = 0xff;

// One value for all lanes. Rows are zero at first, and one that is filled with
// its value already, for another block, is left alone.
void fill_row(const Warp& warp, uint32_t row, uint32_t value) {
  auto* lanes = reinterpret_cast<uint32_t*>(
      warp.specials.get() + size_t{row} * program::kSpecialRowBytes);
  if (lanes[0] != value) std::fill(lanes, lanes + kWarpSize, value);
}

}  // namespace

void FreshBlocks::fill(Block& block, uint32_t index) const {
  block.index = index;
  block.live_threads = shape_.threads;
  block.exited_threads = 0;
  block.spare_registers = 0;
  block.acted = 0;
  block.released = block.waited_for_grids = false;
  if (block.shared == nullptr)
    block.shared = aligned_bytes(shape_.shared_bytes);
  std::memset(block.shared.get(), kStale, shape_.shared_bytes);
  for (Barrier& barrier : block.barriers) {
    barrier.arrived.assign(shape_.warps, 0);
    barrier.late.assign(shape_.warps, 0);
    barrier.open = false;
    barrier.passed.clear();
    barrier.threads = 0;
  }
  block.warps.resize(shape_.warps);
  const auto& grid = launch_.grid;
  const uint32_t at[3] = {index % grid[0], index / grid[0] % grid[1],
                          index / grid[0] / grid[1]};
  for (uint32_t w = 0; w < shape_.warps; ++w) {
    block.warps[w].index = w;
    fill_warp(block, at, block.warps[w]);
  }
}

void FreshBlocks::fill_cluster(const std::vector<Block*>& blocks,
                               uint64_t number) const {
  std::shared_ptr<ClusterBlocks> cluster;
  if (blocks.size() > 1) {
    cluster = std::make_shared<ClusterBlocks>();
    cluster->blocks = blocks;
    cluster->seen.index = static_cast<uint32_t>(number);
    cluster->seen.blocks = static_cast<uint32_t>(blocks.size());
  }
  for (uint32_t rank = 0; rank < blocks.size(); ++rank) {
    Block& block = *blocks[rank];
    block.cluster = cluster;
    block.rank = rank;
    fill(block, shape_.block_of(number, rank));
    if (cluster != nullptr)
      cluster->seen.member[rank] = {block.shared.get(),
                                    {block.index, block.slot, 0}};
  }
}

void FreshBlocks::fill_warp(const Block& block, const uint32_t (&at)[3],
                            Warp& warp) const {
  const program::Kernel& kernel = *launch_.kernel;
  const uint32_t left = shape_.threads - warp.index * kWarpSize;
  warp.present = left >= kWarpSize ? kAllLanes : (1u << left) - 1;
  warp.live = warp.present;
  warp.issued = 0;
  warp.registers = 0;
  warp.cluster_arrived = warp.cluster_owed = 0;
  warp.diverged = false;
  warp.launch_errors.clear();
  const uint32_t bytes = kernel.functions[0].frame_bytes;
  const bool fresh = warp.base == nullptr;
  if (fresh) {
    warp.base = std::make_unique<Frame>();
    warp.base->registers = aligned_bytes(bytes);
    warp.specials =
        aligned_bytes(size_t{program::kSpecials} * program::kSpecialRowBytes);
    // Large and mostly untouched: calloc hands out pages on demand.
    if (shape_.stack_bytes > 0) {
      warp.local.reset(
          static_cast<std::byte*>(std::calloc(kWarpSize, shape_.stack_bytes)));
      if (!warp.local) throw std::bad_alloc();
    }
  } else {
    std::memset(warp.base->registers.get(), 0, bytes);
  }
  if (kernel.grows_stack) {
    auto* end = reinterpret_cast<uint64_t*>(warp.base->registers.get() +
                                            ops::kLocalEndRow);
    std::fill(end, end + kWarpSize, kernel.functions[0].local_bytes);
  }
  fill_specials(block, at, warp, fresh);
  Split split;
  split.mask = warp.present;
  split.frame = warp.base.get();
  warp.splits.assign(1, split);
}

// PTX ISA 10.12 to 10.18. Without clusters each block is one of its own.
void FreshBlocks::fill_cluster_specials(const Block& block,
                                        const uint32_t (&at)[3], Warp& warp,
                                        bool fresh) const {
  using namespace program;
  const bool alone = shape_.cluster_blocks == 1;
  for (uint32_t i = 0; i < 3; ++i) {
    const uint32_t many = launch_.cluster[i];
    fill_row(warp, kClusteridX + i, alone ? at[i] : at[i] / many);
    if (alone && !fresh) continue;
    fill_row(warp, kNclusteridX + i, launch_.grid[i] / many);
    fill_row(warp, kClusterCtaidX + i, at[i] % many);
    fill_row(warp, kClusterNctaidX + i, many);
  }
  if (alone && !fresh) return;
  fill_row(warp, kClusterCtarank, block.rank);
  fill_row(warp, kClusterNctarank, shape_.cluster_blocks);
  fill_row(warp, kExplicitCluster, launch_.explicit_cluster ? kAllLanes : 0);
  const auto base = static_cast<uint32_t>(block.rank << ops::kRankShift);
  fill_row(warp, kReservedSmem, base + shape_.reserved_begin);
}

// What depends on the block alone is written for each; the rest once for
// each warp object, which serves many blocks.
void FreshBlocks::fill_specials(const Block& block, const uint32_t (&at)[3],
                                Warp& warp, bool fresh) const {
  using namespace program;
  auto row = [&](Special s) {
    return reinterpret_cast<uint32_t*>(warp.specials.get() +
                                       s * kSpecialRowBytes);
  };
  const auto& b = launch_.block;
  const auto& g = launch_.grid;
  for (uint32_t i = 0; i < 3; ++i) fill_row(warp, kCtaidX + i, at[i]);
  fill_cluster_specials(block, at, warp, fresh);
  if (!fresh) return;
  for (uint32_t i = 0; i < kWarpSize; ++i) {
    const uint32_t t = warp.index * kWarpSize + i;
    const uint32_t below = (1u << i) - 1, self = 1u << i;
    row(kTidX)[i] = t % b[0];
    row(kTidY)[i] = t / b[0] % b[1];
    row(kTidZ)[i] = t / b[0] / b[1];
    row(kLaneId)[i] = i;
    row(kLaneMaskEq)[i] = self;
    row(kLaneMaskLt)[i] = below;
    row(kLaneMaskLe)[i] = below | self;
    row(kLaneMaskGe)[i] = ~below;
    row(kLaneMaskGt)[i] = ~(below | self);
  }
  const auto sms = static_cast<uint32_t>(sms_of(settings_));
  const auto most =
      static_cast<uint32_t>(settings_.profile->max_threads_per_sm / kWarpSize);
  const uint32_t constants[][2] = {
      {kNtidX, b[0]},
      {kNtidY, b[1]},
      {kNtidZ, b[2]},
      {kNctaidX, g[0]},
      {kNctaidY, g[1]},
      {kNctaidZ, g[2]},
      {kWarpId, warp.index},
      {kNwarpId, most},
      {kSmId, block.slot % sms},
      {kNsmId, sms},
      {kEnvReg1, static_cast<uint32_t>(launch_.grid_workspace >> 32)},
      {kEnvReg2, static_cast<uint32_t>(launch_.grid_workspace)},
      {kDynamicSmem, launch_.dynamic_shared},
      {kTotalSmem, shape_.dynamic_end},
  };
  for (const auto& [which, value] : constants) fill_row(warp, which, value);
  auto* grid = reinterpret_cast<uint64_t*>(row(kGridId));
  for (int i = 0; i < kWarpSize; ++i)
    grid[i] = static_cast<uint64_t>(launch_.index) + 1;
}

}  // namespace simt
