// SPDX-License-Identifier: MIT
// Consumers wait by the state that an arrival of theirs gave: they count in
// full, too.

  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t < kSlots) {
    init(&full[t], kProducers + kConsumers);
    init(&empty[t], kProducers + kConsumers);
  }
  __syncthreads();
  for (int i = 0; i < end - begin; ++i) {
    const int slot = i % kSlots;
    if (t < kProducers) {
      if (i >= kSlots) {
        const uint64_t state = cuda::ptx::mbarrier_arrive(&empty[slot]);
        while (!cuda::ptx::mbarrier_test_wait(&empty[slot], state)) continue;
      }
      decode_row(m, begin + i, ring[slot], t);
      arrive(&full[slot]);
    } else {
      const uint64_t state = cuda::ptx::mbarrier_arrive(&full[slot]);
      while (!cuda::ptx::mbarrier_test_wait(&full[slot], state)) continue;
      filter_row<kSlots>(m, begin + i, ring[slot], t - kProducers);
      arrive(&empty[slot]);
    }
  }
