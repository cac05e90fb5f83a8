// SPDX-License-Identifier: MIT
// PTX; each warp copies the 32 counts that are its own: it clears them and waits
// for them itself.

  const auto shared = [](const void* at) {
    return unsigned(__cvta_generic_to_shared(at));
  };
  const int lane = threadIdx.x % 32, first = threadIdx.x - lane;
  for (int frame = 0; frame < frames; ++frame) {
    unsigned* const mine = counts[frame & 1];
    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncwarp();
    mine[threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, mine);
    __syncthreads();
    if (lane == 0) {
      asm volatile("fence.proxy.async;" ::: "memory");
      asm volatile(
          "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
          "[%0], [%1], 128;\n"
          "cp.async.bulk.commit_group;" ::"l"(bins + frame * kBins + first),
          "r"(shared(mine + first))
          : "memory");
    }
  }
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
