// SPDX-License-Identifier: MIT
// caught by: case "no call comes after the first error"
// The first error is kept and comes back, but the calls after it are made all
// the same.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float *dx = nullptr, *dy = nullptr;
  cudaError_t first = cudaSuccess;
  const auto note = [&](cudaError_t error) {
    if (first == cudaSuccess) first = error;
  };
  note(cudaMalloc(&dx, bytes));
  note(cudaMalloc(&dy, bytes));
  note(cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice));
  note(cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice));
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  note(cudaGetLastError());
  note(cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost));
  cudaFree(dx);
  cudaFree(dy);
  return first;
}
