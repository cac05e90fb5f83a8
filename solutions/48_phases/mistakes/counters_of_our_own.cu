// SPDX-License-Identifier: MIT
// caught by: case "no barrier of the block in the loops"
// Counters in shared memory instead of barrier objects: each warp publishes how
// many rows it has done.

  __shared__ unsigned done[3];
  if (t < 3) done[t] = 0;
  __syncthreads();
  const auto until = [&](int warp, int count) {
    while (int(*static_cast<volatile unsigned*>(&done[warp])) < count) continue;
    __threadfence_block();
  };
  for (int i = 0; i < end - begin; ++i) {
    if (t < kProducers) {
      until(1, i - kSlots + 1);
      until(2, i - kSlots + 1);
      decode_row(m, begin + i, ring[i % kSlots], t);
    } else {
      until(0, i + 1);
      filter_row<kSlots>(m, begin + i, ring[i % kSlots], t - kProducers);
    }
    __threadfence_block();
    __syncwarp();
    if (t % 32 == 0) *static_cast<volatile unsigned*>(&done[t / 32]) = i + 1;
  }
