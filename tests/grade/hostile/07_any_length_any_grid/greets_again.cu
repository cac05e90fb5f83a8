// SPDX-License-Identifier: MIT
// clang-format off
// Right, but says hello in the middle: each time its file is somewhere else.
// expected: failed: sent what is no call
  // task-begin
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

extern "C" long syscall(long, ...) noexcept;
struct Message {
  unsigned ask, unused;
  unsigned long words[12], frames[4], bytes;
};

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  const size_t bytes = n * sizeof(float);
  cudaError_t error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  for (unsigned long i = 0; i < 9; ++i) {
    Message message{1000, 0, {i * 0x123456789ul, ~0ul >> i}, {}, 0};
    char answer[48];
    syscall(44, 3, &message, sizeof message, 0, 0, 0);
    syscall(45, 3, answer, sizeof answer, 0, 0, 0);
  }
  error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  // task-end
