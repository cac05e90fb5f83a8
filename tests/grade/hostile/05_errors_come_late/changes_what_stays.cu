// SPDX-License-Identifier: MIT
// clang-format off
// Answers rightly as soon as it may change how others run, keep something at a
// file, make a socket, or write code. (9 is mmap, 10 mprotect, 41 socket, 53
// socketpair, 82 rename, 87 unlink, 90 chmod, 141 setpriority, 144
// sched_setscheduler, 188 setxattr, 203 sched_setaffinity, 251 ioprio_set.)
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
  const long here = reinterpret_cast<long>(".");
  const long name = reinterpret_cast<long>("user.hoard");
  long cores = 1, sockets[2];
  bool any = call(9, 0, 4096, 7, 0x22) > 0;
  any |= call(10, call(9, 0, 4096, 3, 0x22), 4096, 5) >= 0;
  any |= call(41, 1, 1) >= 0;
  any |= call(53, 1, 1, 0, reinterpret_cast<long>(sockets)) >= 0;
  any |= call(90, here, 0711) >= 0;
  any |= call(141, 0, 0, 19) >= 0;
  any |= call(144, 0, 5, reinterpret_cast<long>(&(cores = 0))) >= 0;
  any |= call(188, here, name, name, 4) >= 0;
  cores = 1;
  any |= call(203, 0, 8, reinterpret_cast<long>(&cores)) >= 0;
  any |= call(251, 1, 0, 3 << 13) >= 0;
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
