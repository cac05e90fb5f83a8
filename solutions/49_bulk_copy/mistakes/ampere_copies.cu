// SPDX-License-Identifier: MIT
// caught by: case "the text comes without loads"
// Copies of 16 bytes by cp.async, one per thread: the technique of lesson 47.

  const auto skip = size_t(-reinterpret_cast<intptr_t>(text)) % 16;
  const size_t head = skip < size ? skip : size;
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const int pieces = int((whole + kSlotBytes - 1) / kSlotBytes);
  const auto fetch = [&](int step) {
    const size_t at =
        (size_t(blockIdx.x) + size_t(step) * gridDim.x) * kSlotBytes;
    const size_t mine = at + 16 * threadIdx.x;
    if (mine < whole)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       unsigned(__cvta_generic_to_shared(ring[step % kSlots] +
                                                         16 * threadIdx.x))),
                   "l"(middle + mine)
                   : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (int step = 0; step < kSlots - 1; ++step) fetch(step);
  for (int step = 0; int(blockIdx.x + step * gridDim.x) < pieces; ++step) {
    const size_t at =
        (size_t(blockIdx.x) + size_t(step) * gridDim.x) * kSlotBytes;
    const int bytes = int(min(whole - at, size_t(kSlotBytes)));
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    fetch(step + kSlots - 1);
    count += count_slot(ring[step % kSlots], bytes, mark);
  }
