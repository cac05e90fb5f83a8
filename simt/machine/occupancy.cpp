// SPDX-License-Identifier: MIT
// Occupancy: CUDA Occupancy Calculator and cuda_occupancy.h; for compute
// capability 1.x section 4.2 of the CUDA Programming Guide 3.2.
#include "simt/machine/occupancy.h"

#include <algorithm>

namespace simt {
namespace {

constexpr int kLanes = 32;

template <class Value>
Value round_up(Value value, Value unit) {
  return (value + unit - 1) / unit * unit;
}

/// Registers that a block of `warps` takes.
int block_registers(const Profile& p, int warps, int registers) {
  const int counted = round_up(warps, p.warp_unit);
  if (p.register_rule == RegisterRule::kPerBlock) {
    return round_up(counted * kLanes * registers, p.register_unit);
  }
  return counted * round_up(kLanes * registers, p.register_unit);
}

/// Blocks that the registers of an SM hold.
int fit_registers(const Profile& p, int warps, int registers) {
  const int block = block_registers(p, warps, registers);
  if (block > p.registers_per_block) return 0;
  if (p.register_rule == RegisterRule::kPerBlock) {
    return p.registers_per_sm / block;
  }
  // An SM has as many parts as the warp unit says, each with its own share of
  // the registers; a warp lies in one part.
  const int per_warp = round_up(kLanes * registers, p.register_unit);
  const int per_part = p.registers_per_sm / p.warp_unit / per_warp;
  return per_part * p.warp_unit / warps;
}

/// Blocks that the shared memory of an SM holds; `most` where none is taken.
int fit_shared(const Profile& p, const BlockNeeds& needs, int most) {
  if (needs.shared > p.shared_per_block_optin) return 0;
  const uint32_t block =
      round_up(needs.shared + p.shared_reserved, p.shared_unit);
  if (block == 0) return most;
  // A preference is only one: a block that does not fit gets the most.
  const bool prefers = p.shared_splits_l1 && needs.shared_preference >= block;
  const uint32_t sm = prefers ? needs.shared_preference : p.shared_per_sm;
  return static_cast<int>(std::min(sm, p.shared_per_sm) / block);
}

}  // namespace

int resident_blocks_per_sm(const Profile& p, const BlockNeeds& needs) {
  if (needs.threads < 1 || needs.threads > p.max_threads_per_block) return 0;
  const int warps = round_up(needs.threads, kLanes) / kLanes;
  int blocks =
      std::min(p.max_blocks_per_sm, p.max_threads_per_sm / kLanes / warps);
  if (needs.registers > p.max_registers_per_thread) return 0;
  if (needs.registers > 0) {
    blocks = std::min(blocks, fit_registers(p, warps, needs.registers));
  }
  return std::min(blocks, fit_shared(p, needs, blocks));
}

// The blocks of a cluster lie on multiprocessors of one part of the chip, each
// on its own. The parts are those of an H100 SXM; which multiprocessors of a
// chip are switched off differs from one to the next.
int resident_clusters(int sms, int per_sm, int blocks) {
  constexpr int kParts[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};
  if (blocks <= 1) return sms * per_sm;
  int clusters = 0;
  for (const int part : kParts) {
    const int here = std::min(part, sms);
    sms -= here;
    if (here >= blocks) clusters += here * per_sm / blocks;
  }
  return clusters;
}

int capped_registers(const Profile& p, int registers) {
  return std::min(registers, p.max_registers_per_thread);
}

int max_threads_for_registers(const Profile& p, int registers) {
  int threads = p.max_threads_per_block;
  while (threads > 0 && registers > 0 &&
         block_registers(p, threads / kLanes, registers) >
             p.registers_per_block) {
    threads -= kLanes;
  }
  return threads;
}

}  // namespace simt
