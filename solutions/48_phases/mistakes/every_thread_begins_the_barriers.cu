// SPDX-License-Identifier: MIT
// caught by: diagnostic mbarrier-misuse
// Each warp begins them anew, also when others have arrived.

  __shared__ uint64_t full[kSlots], empty[kSlots];
  for (int i = 0; i < kSlots; ++i) {
    init(&full[i], kProducers);
    init(&empty[i], kConsumers);
  }
  __syncwarp();
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
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
