// SPDX-License-Identifier: MIT
// Right as well: after the reordering, __any_sync asks whether a group holds an
// odd value. The branch on its answer is the same in all lanes: none diverges.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int odd = 0;  // odd values found so far; every lane counts the same
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    const int before = odd + __popc(votes & lower_lanes);  // odd, before k
    order[mine ? before : kStretch - 1 - (k - before)] = k;
    odd += __popc(votes);
  }
  __syncwarp();  // the next lines read what other lanes wrote

  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    const bool far = is_odd(value);
    unsigned result = short_way(value);
    if (__any_sync(0xffffffff, far)) {
      const unsigned other = long_way(value);
      result = far ? other : result;
    }
    value = result;
  }
