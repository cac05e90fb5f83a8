// SPDX-License-Identifier: MIT
// caught by: case "lanes learn their places by votes"
// Right, but 32 lanes queue at two counters for what one vote tells them all.


  __shared__ int orders[kWarps][kStretch], odds[kWarps], evens[kWarps];
  int* order = orders[warp];
  if (lane == 0) odds[warp] = evens[warp] = 0;
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const int place = atomicAdd(mine ? &odds[warp] : &evens[warp], 1);
    order[mine ? place : kStretch - 1 - place] = k;
  }
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
