// SPDX-License-Identifier: MIT
// caught by: diagnostic livelock
// Consumers without a column leave; nobody arrives for them.

  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t < kSlots) {
    init(&full[t], kProducers);
    init(&empty[t], kConsumers);
  }
  __syncthreads();
  if (t >= kProducers &&
      int(blockIdx.x * kWidth + 4 * (t - kProducers)) >= m.columns) {
    return;
  }
  for (int row = begin; row < end; ++row) {
    const int i = row - begin, slot = i % kSlots, round = i / kSlots;
    if (t < kProducers) {
      wait(&empty[slot], ~round & 1);
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    } else {
      wait(&full[slot], round & 1);
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
