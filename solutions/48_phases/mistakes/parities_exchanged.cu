// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// The first wait that passes at once is the consumers'.

  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t < kSlots) {
    init(&full[t], kProducers);
    init(&empty[t], kConsumers);
  }
  __syncthreads();
  for (int row = begin; row < end; ++row) {
    const int i = row - begin, slot = i % kSlots, round = i / kSlots;
    if (t < kProducers) {
      wait(&empty[slot], round & 1);
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    } else {
      wait(&full[slot], ~round & 1);
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
