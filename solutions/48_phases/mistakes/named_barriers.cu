// SPDX-License-Identifier: MIT
// caught by: case "no barrier of the block in the loops"
// Named barriers of the hardware instead of barrier objects: two per slot.

  const auto meet = [&](int id) {
    asm volatile("bar.sync %0, 96;" ::"r"(id) : "memory");
  };
  const auto tell = [&](int id) {
    asm volatile("bar.arrive %0, 96;" ::"r"(id) : "memory");
  };
  for (int row = begin; row < end; ++row) {
    const int i = row - begin, s = i % kSlots;
    if (t < kProducers) {
      if (i >= kSlots) meet(1 + kSlots + s);
      decode_row(m, row, ring[s], t);
      tell(1 + s);
    } else {
      meet(1 + s);
      filter_row<kSlots>(m, row, ring[s], t - kProducers);
      if (row + kSlots < end) tell(1 + kSlots + s);
    }
  }
