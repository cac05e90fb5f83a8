// SPDX-License-Identifier: MIT
// The host fills the buffer again while it is still being copied.
constexpr int kCount = 1000;

void fill(float* buffer, float value) {
  for (int i = 0; i < kCount; ++i) buffer[i] = value;
}

int main() {
  float *a, *b, *buffer;
  cudaMalloc(&a, kCount * sizeof(float));
  cudaMalloc(&b, kCount * sizeof(float));
  cudaHostAlloc(&buffer, kCount * sizeof(float), cudaHostAllocDefault);
  fill(buffer, 1);
  cudaMemcpyAsync(a, buffer, kCount * sizeof(float), cudaMemcpyHostToDevice);
  fill(buffer, 2);
  cudaMemcpyAsync(b, buffer, kCount * sizeof(float), cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  cudaFreeHost(buffer);
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[host-race]: host code writes `cudaHostAlloc #1+0`, which `cudaMemcpyAsync`
  may still read
  = work:  (1) `cudaMemcpyAsync` reads it in main, in the default stream
  = host:  (2) the host writes it in fill(float*, float)
  = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   the call returns before its work is done, and the host has not waited
           for it
  = learn: docs/diagnostics/host-race.md
*/
