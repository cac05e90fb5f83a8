// SPDX-License-Identifier: MIT
// The host fills the buffer again while it is still being copied; and changes a
// table that a kernel may still read. That kernel has a fence of system scope,
// but stores nothing that the host sees: it cannot have told the host anything.
constexpr int kCount = 1000;

void fill(float* buffer, float value) {
  for (int i = 0; i < kCount; ++i) buffer[i] = value;
}

__global__ void twice(int* out, const int* table) {
  const int i = threadIdx.x;
  out[i] = 2 * table[i];
  __threadfence_system();
}

void change_table() {
  int *out, *table;
  cudaMallocHost(&table, 4096);
  cudaMalloc(&out, 4096);
  for (int i = 0; i < 1024; ++i) table[i] = i;
  twice<<<1, 1024>>>(out, table);
  table[7] = 0;
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFreeHost(table);
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
  change_table();
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

error[host-race]: host code writes `cudaHostAlloc #2+28`, which the kernel
  `twice` may still load
  --> bug_upload.cu:13:3
   |
13 |   out[i] = 2 * table[i];
   |   ^ (1) `twice` loads `cudaHostAlloc #2+28` here
   |
   = work:  (1) `twice` is launched in change_table(), in the default stream
   = host:  (2) the host writes it in change_table()
   = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
            cudaDeviceSynchronize makes the host wait
   = why:   a launch returns before its kernel has run, and the host has not
            waited for it
   = learn: docs/diagnostics/host-race.md
*/
