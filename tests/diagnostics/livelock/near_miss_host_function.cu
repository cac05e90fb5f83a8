// SPDX-License-Identifier: MIT
// A host function comes after the kernel. The call does not wait for it, and
// the host sets the flag then.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  cudaLaunchHostFunc(
      nullptr, [](void*) {}, nullptr);
  *const_cast<volatile int*>(flag) = 1;
  cudaDeviceSynchronize();
  cudaFreeHost(flag);
}
