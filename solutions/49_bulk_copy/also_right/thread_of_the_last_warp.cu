// SPDX-License-Identifier: MIT
// PTX throughout; a thread of the last warp copies, and begins each copy before
// it arrives and expects the bytes.

  const auto skip = size_t(-reinterpret_cast<intptr_t>(text)) % 16;
  const size_t head = skip < size ? skip : size;
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const int pieces = int((whole + kSlotBytes - 1) / kSlotBytes);
  const auto shared = [](const void* at) {
    return unsigned(__cvta_generic_to_shared(at));
  };
  const auto fetch = [&](int step) {
    const size_t at = (blockIdx.x + size_t(step) * gridDim.x) * kSlotBytes;
    if (at >= whole) return;
    const unsigned bytes = unsigned(min(whole - at, size_t(kSlotBytes)));
    const unsigned bar = shared(&full[step % kSlots]);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1], %2, [%3];\n"
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%3], %2;" ::"r"(
            shared(ring[step % kSlots])),
        "l"(middle + at), "r"(bytes), "r"(bar)
        : "memory");
  };
  const bool copies = threadIdx.x == 227;
  if (copies) {
    for (auto& bar : full)
      asm volatile(
          "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&bar)));
    for (int step = 0; step < kSlots; ++step) fetch(step);
  }
  __syncthreads();
  unsigned parity = 0;
  for (int step = 0; blockIdx.x + step * gridDim.x < pieces; ++step) {
    const int slot = step % kSlots;
    const size_t at = (blockIdx.x + size_t(step) * gridDim.x) * kSlotBytes;
    asm volatile(
        "{\n .reg .pred done;\n"
        "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@!done bra again;\n}" ::"r"(shared(&full[slot])),
        "r"(parity)
        : "memory");
    count +=
        count_slot(ring[slot], int(min(whole - at, size_t(kSlotBytes))), mark);
    __syncthreads();
    if (copies) {
      asm volatile("fence.proxy.async;" ::: "memory");
      fetch(step + kSlots);
    }
    if (slot == kSlots - 1) parity ^= 1;
  }
