// SPDX-License-Identifier: MIT
// As many blocks as fit: the runtime says how many.
__device__ unsigned come = 0;

__global__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&come, 1);
    while (atomicAdd(&come, 0) < gridDim.x) {
    }
  }
  __syncthreads();
}

int main() {
  int per_sm = 0, sms = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, meet, 1024, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  meet<<<per_sm * sms, 1024>>>();
  cudaDeviceSynchronize();
}
