// SPDX-License-Identifier: MIT
// Right: odd values wait in a queue, and 32 of them go as soon as they are there.

  __shared__ int queues[kWarps][64];
  int* queue = queues[warp];
  int waiting = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const unsigned x = values[k];
    const unsigned votes = __ballot_sync(0xffffffff, x & 1);
    if (x & 1)
      queue[waiting + __popc(votes & ((1u << lane) - 1))] = k;
    else
      values[k] = x >> 1;
    waiting += __popc(votes);
    __syncwarp();
    if (waiting >= 32) {
      waiting -= 32;
      const int at = queue[waiting + lane];
      values[at] = long_way(values[at]);
      __syncwarp();
    }
  }
  if (lane < waiting) {
    const int at = queue[lane];
    values[at] = long_way(values[at]);
  }
