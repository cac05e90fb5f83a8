// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Without a wait for empty a producer overwrites a slot that is still read.

  __shared__ uint64_t full[kSlots], empty[kSlots];
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
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    }
  } else {
    for (int row = begin; row < end; ++row, next()) {
      wait(&full[slot], round % 2);
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
