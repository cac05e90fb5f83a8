// SPDX-License-Identifier: MIT
// caught by: case "the producers fill every slot"
// A barrier object in place of __syncthreads(): all meet twice per row.

  __shared__ uint64_t all;
  if (t == 0) init(&all, kProducers + kConsumers);
  __syncthreads();
  unsigned parity = 0;
  for (int row = begin; row < end; ++row) {
    if (t < kProducers) decode_row(m, row, ring[0], t);
    arrive(&all);
    wait(&all, parity);
    if (t >= kProducers) filter_row<kSlots>(m, row, ring[0], t - kProducers);
    arrive(&all);
    wait(&all, parity ^ 1);
  }
