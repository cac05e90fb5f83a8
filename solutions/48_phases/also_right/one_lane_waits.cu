// SPDX-License-Identifier: MIT
// PTX instead of the helpers; one array; two threads begin the barriers; a lane
// arrives for its warp, and one lane waits.

  __shared__ uint64_t bars[2 * kSlots];
  const auto at = [&](int i) {
    return unsigned(__cvta_generic_to_shared(&bars[i]));
  };
  if (t == 95) {
    for (int s = 0; s < kSlots; ++s)
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at(s)));
  } else if (t == 40) {
    for (int s = 0; s < kSlots; ++s)
      asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(at(kSlots + s)));
  }
  __syncthreads();
  const auto await = [&](int i, unsigned parity) {
    if (t % 32 == 3) {
      asm volatile(
          "{\n .reg .pred done;\n"
          "again: mbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n"
          "@!done bra again;\n}\n" ::"r"(at(i)),
          "r"(parity)
          : "memory");
    }
    __syncwarp();
  };
  const auto done = [&](int i) {
    __syncwarp();
    if (t % 32 == 0) {
      asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at(i))
                   : "memory");
    }
  };
  unsigned phase = 0;
  for (int row = begin, s = 0; row < end; ++row) {
    if (t < kProducers) {
      await(kSlots + s, phase ^ 1);
      decode_row(m, row, ring[s], t);
      done(s);
    } else {
      await(s, phase);
      filter_row<kSlots>(m, row, ring[s], t - kProducers);
      done(kSlots + s);
    }
    if (++s == kSlots) s = 0, phase ^= 1;
  }
