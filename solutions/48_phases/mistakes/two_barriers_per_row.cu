// SPDX-License-Identifier: MIT
// caught by: case "no barrier of the block in the loops"
// Producers and consumers take turns, in one slot.

  for (int row = begin; row < end; ++row) {
    if (t < kProducers) decode_row(m, row, ring[0], t);
    __syncthreads();
    if (t >= kProducers) filter_row<kSlots>(m, row, ring[0], t - kProducers);
    __syncthreads();
  }
