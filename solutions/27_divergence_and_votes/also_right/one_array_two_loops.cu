// SPDX-License-Identifier: MIT
// Right as well: two loops, first over the odd values, then over the even ones.
// Each loop may end in the middle of a warp: two branches more.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    const int before = odd + __popc(votes & lower_lanes);
    order[mine ? before : kStretch - 1 - (k - before)] = k;
    odd += __popc(votes);
  }
  __syncwarp();
  for (int k = lane; k < odd; k += 32) {
    values[order[k]] = long_way(values[order[k]]);
  }
  for (int k = odd + lane; k < kStretch; k += 32) {
    values[order[k]] = short_way(values[order[k]]);
  }
