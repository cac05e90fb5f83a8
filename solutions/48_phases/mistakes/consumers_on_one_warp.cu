// SPDX-License-Identifier: MIT
// caught by: case "no barrier of the block in the loops"
// One warp filters both halves of a row. The other one only arrives.

  if (t < kSlots) {
    init(&full[t], kProducers);
    init(&empty[t], kConsumers);
  }
  __syncthreads();
  int slot = 0;
  unsigned round = 0;
  const auto next = [&] {
    if (++slot < kSlots) return;
    slot = 0;
    ++round;
  };
  if (t < kProducers) {
    for (int row = begin; row < end; ++row, next()) {
      wait(&empty[slot], (round + 1) % 2);
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    }
  } else {
    for (int row = begin; row < end; ++row, next()) {
      wait(&full[slot], round % 2);
      if (t < kProducers + 32) {
        filter_row<kSlots>(m, row, ring[slot], t - kProducers);
        filter_row<kSlots>(m, row, ring[slot], t - kProducers + 32);
      }
      arrive(&empty[slot]);
    }
  }
