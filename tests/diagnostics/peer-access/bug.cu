// SPDX-License-Identifier: MIT
// `in` lies on device 1, and the kernel runs on device 0.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaSetDevice(1);
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaMalloc(&out, 32 * sizeof(int));
  twice<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

/* report:
error[peer-access]: thread 0 of device 0 loads `cudaMalloc #1`, which lies on
  device 1
 --> bug.cu:4:3
  |
4 |   out[threadIdx.x] = 2 * in[threadIdx.x];
  |   ^ thread 0 of block (0,0,0) loads `cudaMalloc #1+0` here
  |
  = why:   device 0 has no access to this memory of device 1;
           cudaDeviceEnablePeerAccess(1, 0) gives it while device 0 is current,
           and cudaMemPoolSetAccess gives it to memory of a pool
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/peer-access.md
*/
