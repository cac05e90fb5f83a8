// SPDX-License-Identifier: MIT
// Kernels that the benchmark runs: three that other emulators run too, then
// what people write first.

constexpr int kTile = 16;

/// c = a * b for n x n matrices, n a multiple of 16; block 16 x 16.
extern "C" __global__ void matmul_tiled(const float* a, const float* b,
                                        float* c, int n) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    a_tile[y][x] = a[row * n + t + x];
    b_tile[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// out = transpose of the n x n matrix in, n a multiple of 32; block 32 x 8.
extern "C" __global__ void transpose_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  const int to_x = blockIdx.y * 32 + threadIdx.x;
  const int to_y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[(to_y + i) * n + to_x] = tile[threadIdx.x][threadIdx.y + i];
}

/// out[block] = sum of the block's 256 elements of in; n a multiple of 256.
extern "C" __global__ void sum_shared(const int* in, int* out) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

/// c = a * b, each thread one element, nothing shared; block 16 x 16.
extern "C" __global__ void matmul_naive(const float* a, const float* b,
                                        float* c, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

/// out = mean of a cell and its four neighbours in an n x n grid; block 16 x
/// 16.
extern "C" __global__ void stencil_naive(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

/// out = transpose of the n x n matrix in; block 32 x 8.
extern "C" __global__ void transpose_naive(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

/// bins[v] counts the values v of in, of which there are 256; n a multiple of
/// the grid.
extern "C" __global__ void histogram(const unsigned* in, unsigned* bins,
                                     int n) {
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    atomicAdd(&bins[(in[i] ^ (i * 2654435761u)) >> 24], 1u);
}

/// out = running sums of each block's 256 elements of in.
extern "C" __global__ void scan_shared(const int* in, int* out) {
  __shared__ int sums[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int from = 0;
  sums[0][t] = in[i];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const int own = sums[from][t];
    sums[1 - from][t] = t >= step ? own + sums[from][t - step] : own;
    from = 1 - from;
    __syncthreads();
  }
  out[i] = sums[from][t];
}

/// Forces between n bodies (x, y, z, mass), 128 at a time in shared memory;
/// block 128.
extern "C" __global__ void nbody_tile(const float4* bodies, float4* forces,
                                      int n) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const float4 me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (int t = 0; t < n; t += 128) {
    tile[threadIdx.x] = bodies[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float f = other.w * r * r * r;
      x += f * dx;
      y += f * dy;
      z += f * dz;
    }
    __syncthreads();
  }
  forces[i] = make_float4(x, y, z, 0);
}

/// out[i] = mean of exp(-x) sin(x) + log(x) over n random x of thread i.
extern "C" __global__ void monte_carlo(const unsigned* seeds, double* out,
                                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = seeds[i] + 747796405u * i;
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    state = state * 1664525u + 1013904223u;
    const double x = (state + 0.5) * (1.0 / 4294967296.0);
    sum += exp(-x) * sin(x) + log(x) + sqrt(x);
  }
  out[i] = sum / n;
}
