// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Producers and consumers arrive at the same barrier.

  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t < kSlots) {
    init(&full[t], kProducers + kConsumers);
    init(&empty[t], 1);
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
      if (round > 0) wait(&full[slot], (round + 1) % 2);
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    }
  } else {
    for (int row = begin; row < end; ++row, next()) {
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&full[slot]);
    }
  }
