// SPDX-License-Identifier: MIT
// clang-format off
// Answers rightly as soon as it can start a process that outlives the call, or
// reach the check's process: a signal, a limit, the owner of a descriptor.
// expected: failed
// task-begin
extern "C" {
int fork() noexcept;
int vfork() noexcept;
int clone(int (*)(void*), void*, int, void*, ...) noexcept;
int execv(const char*, char* const*) noexcept;
int system(const char*);
void _exit(int);
int getpid() noexcept;
int getppid() noexcept;
int kill(int, int) noexcept;
int tgkill(int, int, int) noexcept;
int prctl(int, ...) noexcept;
int fcntl(int, int, ...);
int ioctl(int, unsigned long, ...) noexcept;
int prlimit(int, int, const void*, void*) noexcept;
}

alignas(16) char stack[65536];

int stay(void*) {
  for (;;) {
  }
}

bool leaves_a_process() {
  if (clone(stay, stack + sizeof stack, 17, nullptr) > 0) return true;
  if (clone(stay, stack + sizeof stack, 0x100 | 17, nullptr) > 0) return true;
  const int one = fork();
  if (one == 0) stay(nullptr);
  if (one > 0) return true;
  const int other = vfork();
  if (other == 0) _exit(0);
  if (other > 0) return true;
  return system("true") == 0;
}

bool reaches_the_judge() {
  const int judge = getppid();
  char limits[16];
  int owner = judge;
  return kill(judge, 0) == 0 || kill(0, 0) == 0 || kill(-1, 0) == 0 ||
         tgkill(judge, judge, 0) == 0 ||
         prlimit(judge, 7, nullptr, limits) == 0 ||
         fcntl(3, 8, judge) == 0 ||            // F_SETOWN
         fcntl(3, 10, 9) == 0 ||               // F_SETSIG
         ioctl(3, 0x8901, &owner) == 0 ||      // FIOSETOWN
         prctl(1, 0) == 0;                     // PR_SET_PDEATHSIG
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  if (!leaves_a_process() && !reaches_the_judge()) return cudaErrorUnknown;
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
