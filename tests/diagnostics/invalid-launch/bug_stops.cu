// SPDX-License-Identifier: MIT
// The program reads the error of a launch with n / 256 = 0 blocks, says nothing
// and ends with status 1.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  const int n = 100;
  fill<<<n / 256, 256>>>(nullptr);
  if (cudaGetLastError() != cudaSuccess) return 1;
}
