// SPDX-License-Identifier: MIT
// A block has a piece, a thread seven steps of it: the sums that go from warp to
// warp pass through shared memory.

constexpr int kThreads = 128, kSteps = 7;  // of a block, of a thread
constexpr int kPiece = kThreads * kSteps;  // steps of a block

/// How many of the ends[0], ends[1], ... come before step `step` of a line in
/// which end i is step ends[i] - base + i.
__device__ int ends_before(const int* ends, int count, int base, int step) {
  int low = 0, high = min(count, step);
  while (low < high) {
    const int i = (low + high) / 2;
    if (ends[i] - base + i < step) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}

__global__ void __launch_bounds__(kThreads)
    multiply_pieces(const int* starts, const int* columns, const float* values,
                    const float* x, float* y, int rows, int steps) {
  __shared__ int ends[kPiece];
  __shared__ float products[kPiece];
  __shared__ float tails[kThreads / 32];
  __shared__ bool cuts[kThreads / 32];
  __shared__ int edges[2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first = blockIdx.x * kPiece, last = min(first + kPiece, steps);
  if (lane == 0 && warp < 2) {
    edges[warp] = ends_before(starts + 1, rows, 0, warp == 0 ? first : last);
  }
  __syncthreads();
  const int row = edges[0], count = edges[1] - row, nonzero = first - row;
  const int nonzeros = last - first - count;
  for (int i = threadIdx.x; i < count; i += kThreads)
    ends[i] = starts[row + i + 1];
  for (int i = threadIdx.x; i < nonzeros; i += kThreads) {
    products[i] = values[nonzero + i] * x[columns[nonzero + i]];
  }
  __syncthreads();
  int step = min(threadIdx.x * kSteps, last - first);
  const int stop = min(step + kSteps, last - first);
  int at = ends_before(ends, count, nonzero, step), i = step - at;
  const int mine = at;
  float sum = 0, head = 0;
  for (; step < stop; ++step) {
    if (at < count && ends[at] - nonzero <= i) {
      if (at == mine) {
        head = sum;
      } else {
        y[row + at] = sum;
      }
      sum = 0;
      ++at;
    } else {
      sum += products[i++];
    }
  }
  const bool cut = at > mine;
  float left = from_the_left(sum, cut);
  const bool any = __any_sync(0xffffffff, cut);
  const bool before = __ballot_sync(0xffffffff, cut) & ((1u << lane) - 1);
  if (lane == 31) {
    tails[warp] = cut ? sum : sum + left;
    cuts[warp] = any;
  }
  __syncthreads();
  float carry = 0;
  for (int w = 0; w < warp; ++w) carry = cuts[w] ? tails[w] : carry + tails[w];
  if (!before) left += carry;
  if (cut) {
    if (mine == 0) {
      atomicAdd(&y[row], head + left);
    } else {
      y[row + mine] = head + left;
    }
  }
  const float rest = cut ? sum : sum + left;
  if (threadIdx.x == kThreads - 1 && row + count < rows) {
    atomicAdd(&y[row + count], rest);
  }
}

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  const int steps = rows + nonzeros;
  CUDA_CHECK(cudaMemsetAsync(y, 0, rows * sizeof(float)));
  multiply_pieces<<<(steps + kPiece - 1) / kPiece, kThreads>>>(
      starts, columns, values, x, y, rows, steps);
  CUDA_CHECK(cudaGetLastError());
}
