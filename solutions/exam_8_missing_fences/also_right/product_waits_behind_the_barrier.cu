// SPDX-License-Identifier: MIT
// Right as well: behind the barrier all warps have issued their products, and
// the wait of one warp is for the group of its warpgroup.

__global__ void add_kernel(const float* in,  // parts x n
                           float* out,       // n
                           int parts, int n) {
  __shared__ alignas(128) float tile[2][kTile];
  __shared__ uint64_t full[2];
  const int t = threadIdx.x, first = blockIdx.x * kTile;
  const uint32_t bytes = min(kTile, n - first) * sizeof(float);
  if (t < 2) init(&full[t], 1);
  __syncthreads();
  if (t == 0 && parts > 0) load(tile[0], in + first, bytes, &full[0]);
  float sum = 0;
  for (int part = 0; part < parts; ++part) {
    const int slot = part % 2, next = part + 1;
    if (t == 0 && next < parts)
      load(tile[next % 2], in + size_t(next) * n + first, bytes,
           &full[next % 2]);
    wait_for(&full[slot], part / 2 % 2);
    if (first + t < n) sum += tile[slot][t];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
  }
  tile[0][t] = sum;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (t == 0) {
    store(out + first, tile[0], bytes);
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

__global__ void shuffle_kernel(float* cards, float* spare, const int* order,
                               int size, int times) {
  __shared__ alignas(128) float slot[2][kCard];
  __shared__ uint64_t full[2], empty[2], laid;  // laid: all cards of a shuffle
  constexpr uint32_t kBytes = sizeof slot[0];
  const int t = threadIdx.x;
  const size_t deck = size_t(blockIdx.x) * size;
  if (t < 2) init(&full[t], 1), init(&empty[t], 1);
  if (t == 0) init(&laid, 1);
  __syncthreads();
  if (t == 0) {  // takes the cards
    for (int k = 0; k < times * size; ++k) {
      const int round = k / size, card = order[k % size];
      const float* from = round % 2 == 0 ? cards : spare;
      if (k % size == 0 && k > 0) wait_for(&laid, (round - 1) % 2);
      wait_for(&empty[k % 2], (k / 2 + 1) % 2);
      load(slot[k % 2], from + (deck + card) * kCard, kBytes, &full[k % 2]);
    }
  } else if (t == 32) {  // lays them
    for (int k = 0; k < times * size; ++k) {
      float* to = k / size % 2 == 0 ? spare : cards;
      wait_for(&full[k % 2], k / 2 % 2);
      store(to + (deck + k % size) * kCard, slot[k % 2], kBytes);
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
      ptx::mbarrier_arrive(&empty[k % 2]);
      if (k % size == size - 1) {
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
        ptx::mbarrier_arrive(&laid);
      }
    }
  }
}

__global__ void multiply_kernel(const __grid_constant__ CUtensorMap a,
                                const __grid_constant__ CUtensorMap b, float* c,
                                int m, int n, int k) {
  __shared__ alignas(1024) __nv_bfloat16 tile_a[2][kSide * kDepth];
  __shared__ alignas(1024) __nv_bfloat16 tile_b[2][kSide * kDepth];
  __shared__ uint64_t full[2];
  const int t = threadIdx.x, steps = (k + kDepth - 1) / kDepth;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  const auto fill = [&](int step) {
    const int slot = step % 2;
    expect(&full[slot], sizeof tile_a[0] + sizeof tile_b[0]);
    load(tile_a[slot], a, top, step * kDepth, &full[slot]);
    load(tile_b[slot], b, left, step * kDepth, &full[slot]);
  };
  if (t < 2) init(&full[t], 1);
  __syncthreads();
  if (t == 0)
    for (int step = 0; step < min(2, steps); ++step) fill(step);
  float sums[32] = {};
  for (int step = 0; step < steps; ++step) {
    const auto *rows = tile_a[step % 2], *columns = tile_b[step % 2];
    wait_for(&full[step % 2], step / 2 % 2);
    wgmma::fence();
    for (int i = 0; i < kDepth; i += 16)
      wgmma::multiply(sums, wgmma::descriptor(rows + i),
                      wgmma::descriptor(columns + i));
    wgmma::commit();
    __syncthreads();
    wgmma::wait<0>();
    if (t == 0 && step + 2 < steps) fill(step + 2);
  }
  for (int i = 0; i < 32; ++i) {
    const int row = top + wgmma::row_of(i), column = left + wgmma::column_of(i);
    if (row < m && column < n) c[size_t(row) * n + column] = sums[i];
  }
}
