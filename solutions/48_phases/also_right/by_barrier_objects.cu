// SPDX-License-Identifier: MIT
// libcu++'s barriers: the parity by mbarrier_try_wait_parity.
#include <cuda/barrier>

  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ uint64_t words[2 * kSlots];
  static_assert(sizeof(Barrier) == sizeof(uint64_t));
  auto* filled = reinterpret_cast<Barrier*>(words);
  auto* freed = filled + kSlots;
  if (t < kSlots) {
    init(&filled[t], kProducers);
    init(&freed[t], kConsumers);
  }
  __syncthreads();
  for (int i = 0; i < end - begin; ++i) {
    const int slot = i % kSlots;
    const bool odd = i / kSlots % 2;
    if (t < kProducers) {
      freed[slot].wait_parity(!odd);
      decode_row(m, begin + i, ring[slot], t);
      (void)filled[slot].arrive();
    } else {
      filled[slot].wait_parity(odd);
      filter_row<kSlots>(m, begin + i, ring[slot], t - kProducers);
      (void)freed[slot].arrive();
    }
  }
