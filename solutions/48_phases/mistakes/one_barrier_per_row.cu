// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Producers are one row ahead, and all meet after each row: no phases, and too
// little for a ring of one slot.

  for (int row = begin; row <= end; ++row) {
    if (t < kProducers) {
      if (row < end) decode_row(m, row, ring[row % kSlots], t);
    } else if (row > begin) {
      filter_row<kSlots>(m, row - 1, ring[(row - 1) % kSlots], t - kProducers);
    }
    __syncthreads();
  }
