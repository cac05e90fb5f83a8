// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// The arrival says: my part is there. It comes before the stores.

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
      wait(&empty[slot], (round + 1) % 2);
      arrive(&full[slot]);
      decode_row(m, row, ring[slot], t);
    }
  } else {
    for (int row = begin; row < end; ++row, next()) {
      wait(&full[slot], round % 2);
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
