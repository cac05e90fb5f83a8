// SPDX-License-Identifier: MIT
// Right as well: two lists, each filled in an `if`. The warp diverges there,
// but only for a store.

  __shared__ int odds[kWarps][kStretch], evens[kWarps][kStretch];
  int *o = odds[warp], *e = evens[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int no = 0, ne = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    const int before = __popc(votes & lower_lanes);
    if (mine) o[no + before] = k;
    if (!mine) e[ne + lane - before] = k;
    no += __popc(votes);
    ne += 32 - __popc(votes);
  }
  __syncwarp();
  for (int k = lane; k < no; k += 32) values[o[k]] = long_way(values[o[k]]);
  for (int k = lane; k < ne; k += 32) values[e[k]] = short_way(values[e[k]]);
