// SPDX-License-Identifier: MIT
// What looks alike and is right: the read-only path for what an earlier launch
// stored, for the own input before the result goes over it, and for bytes
// beside those that are stored.
__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void over_itself(int* data) {
  data[threadIdx.x] = __ldg(&data[threadIdx.x]) + 1;
}

__global__ void halves(unsigned char* bytes) {
  const int i = 2 * threadIdx.x;
  bytes[i] = 1;
  bytes[i] += __ldg(&bytes[i + 1]);
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  over_itself<<<1, 64>>>(data);
  halves<<<1, 64>>>(reinterpret_cast<unsigned char*>(data));
  cudaDeviceSynchronize();
  cudaFree(data);
}
