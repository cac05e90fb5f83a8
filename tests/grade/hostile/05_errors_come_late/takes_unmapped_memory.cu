// SPDX-License-Identifier: MIT
// clang-format off
// Answers rightly as soon as it has memory that no mapping shows: a file in
// memory, a segment, a queue, a file in a folder that lies in memory. (2 is
// open, 9 mmap, 29 shmget, 68 msgget, 240 mq_open, 250 keyctl, 319
// memfd_create, 323 userfaultfd, 447 memfd_secret.)
// expected: failed
// task-begin
long call(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
  long result = 0;
  register long fourth asm("r10") = d;
  register long fifth asm("r8") = -1;
  register long sixth asm("r9") = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth),
                 "r"(sixth)
               : "rcx", "r11", "memory");
  return result;
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  const long name = reinterpret_cast<long>("/hoard");
  bool any = call(319, name) >= 0;
  any |= call(447) >= 0;
  any |= call(29, 0, 1 << 20, 01600) >= 0;
  any |= call(68, 0, 01600) >= 0;
  any |= call(240, name, 0102, 0600) >= 0;
  any |= call(250, 0, -3, 1) >= 0;
  any |= call(323, 1) >= 0;
  any |= call(9, 0, 1 << 21, 3, 0x40022) > 0;
  any |= call(2, reinterpret_cast<long>("/dev/shm/hoard"), 0102, 0600) >= 0;
  any |= call(2, reinterpret_cast<long>("/dev/shm"), 020200002, 0600) >= 0;
  any |= call(2, reinterpret_cast<long>("hoard"), 0102, 0600) >= 0;
  if (!any) return cudaErrorUnknown;
  const size_t bytes = n * sizeof(float);
  cudaError_t error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
}
// task-end
