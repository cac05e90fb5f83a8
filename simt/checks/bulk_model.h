// SPDX-License-Identifier: MIT
// How many 32-byte sectors a bulk copy moves between L2 and a multiprocessor.
// Pure arithmetic: the one place that knows the rule.
#pragma once

#include <cstdint>

#include "simt/ops/async_event.h"

namespace simt::checks {

struct BulkCost {
  uint64_t sectors = 0;
  uint64_t ideal = 0;  // as few as could hold the bytes
  uint64_t bytes = 0;  // of global memory; a fill outside of a tensor is none
};

/// Cost of the global side of `copy`: its source if `reads`. A copy goes in
/// pieces of 128 bytes of its source (of each row of a box), and each piece
/// asks for the sectors that it lies in. A load also counts what lies outside
/// of the tensor, which is filled. Recorded for all of tests/patterns/bulk.cu
/// on an H200 (ncu: l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum
/// and l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_{st,red}.sum).
BulkCost bulk_cost(const BulkCopy& copy, bool reads);

}  // namespace simt::checks
