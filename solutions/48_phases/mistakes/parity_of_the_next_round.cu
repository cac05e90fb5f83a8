// SPDX-License-Identifier: MIT
// caught by: diagnostic livelock
// From the second round on the producers wait for empty, but by the parity of
// this round and not of the one before.

  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t < kSlots) {
    init(&full[t], kProducers);
    init(&empty[t], kConsumers);
  }
  __syncthreads();
  for (int row = begin; row < end; ++row) {
    const int i = row - begin, slot = i % kSlots, round = i / kSlots;
    if (t < kProducers) {
      if (round > 0) wait(&empty[slot], round & 1);
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    } else {
      wait(&full[slot], round & 1);
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
