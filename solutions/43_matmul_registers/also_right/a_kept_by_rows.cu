// SPDX-License-Identifier: MIT
// Right as well: A is kept by rows, and a thread loads four columns at a time.

  constexpr int kDepth = 16, kRow = kSide / 4;
  __shared__ float4 tile_a[2][kSide][kDepth / 4];
  __shared__ float4 tile_b[2][kDepth][kRow];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  // Half of the warps fetch the next tile of A, half that of B: four vectors a
  // thread, in four rows of the matrix. They wait in registers.
  const bool for_a = warp < 4;
  const float* from = for_a ? a : b;
  const int rows = for_a ? m : k, columns = for_a ? k : n;
  int row = for_a ? top + threadIdx.x / 4 : warp % 4;
  const int step = for_a ? kSide / 4 : 4;
  int column = for_a ? lane % 4 * 4 : left + lane * 4;
  float4 e, f, g, h;
  const auto fetch = [&] {
    e = rungs::load_four<kWhole>(from, rows, columns, row, column);
    f = rungs::load_four<kWhole>(from, rows, columns, row + step, column);
    g = rungs::load_four<kWhole>(from, rows, columns, row + 2 * step, column);
    h = rungs::load_four<kWhole>(from, rows, columns, row + 3 * step, column);
    (for_a ? column : row) += kDepth;
  };
  // Row r of the tile is row r of A; its four vectors change places with r, so
  // that eight rows have vector q in eight different places.
  const auto place = [](int r, int q) { return q ^ r / 2 % 4; };
  const auto store = [&](int pair) {
    const float4 four[] = {e, f, g, h};
    for (int i = 0; i < 4; ++i) {
      const int r = threadIdx.x / 4 + i * kSide / 4;
      if (for_a) {
        tile_a[pair][r][place(r, lane % 4)] = four[i];
      } else {
        tile_b[pair][warp % 4 + 4 * i][lane] = four[i];
      }
    }
  };

  // The thread has rows u, u + 8, ... u + 56 and vectors v and v + 4 of B.
  const int u = warp / 4 * 64 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  fetch();
  store(0);
  __syncthreads();
  for (int l = 0, now = 0; l < k; l += kDepth, now ^= 1) {
    const bool more = l + kDepth < k;
    if (more) fetch();  // under way while we multiply
#pragma unroll
    for (int q = 0; q < kDepth / 4; ++q) {
      float4 x[8];  // four columns of eight rows
      for (int i = 0; i < 8; ++i) {
        x[i] = tile_a[now][u + 8 * i][place(u + 8 * i, q)];
      }
#pragma unroll
      for (int d = 0; d < 4; ++d) {
        const float4* at_b = tile_b[now][4 * q + d] + v;
        const float4 y[] = {at_b[0], at_b[4]};
#pragma unroll
        for (int i = 0; i < 64; ++i) {
          sums[i / 8][i % 8] += reinterpret_cast<const float*>(x + i / 8)[d] *
                                reinterpret_cast<const float*>(y)[i % 8];
        }
      }
    }
    // Since the last barrier nobody reads the other pair. This one says both:
    // that pair is full, and nobody needs the pair of now.
    if (more) store(now ^ 1);
    if (more) __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) {  // half i % 2 of row i / 2
    rungs::store_four<kWhole>(c, m, n, top + u + i / 2 * 8,
                              left + 4 * v + i % 2 * 16,
                              sums[i / 2] + i % 2 * 4);
  }
