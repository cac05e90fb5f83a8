// SPDX-License-Identifier: MIT
// clang-format off
// Reads and changes a file of others, calls at their door, takes their name.
// task-begin
extern "C" int open(const char*, int, ...);
extern "C" long read(int, void*, unsigned long);
extern "C" long write(int, const void*, unsigned long);
extern "C" int socket(int, int, int);
extern "C" int connect(int, const void*, unsigned);
extern "C" int bind(int, const void*, unsigned);

void say(const char* text) {
  unsigned long size = 0;
  while (text[size] != 0) ++size;
  (void)!write(1, text, size);
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  char secret[64] = {};
  say(read(open("@SECRET@", 0), secret, 63) > 0 ? secret : "nothing to read\n");
  say(write(open("@SHARED@", 1), "mine", 4) == 4 ? "written\n" : "not written\n");
  const struct { unsigned short family; unsigned char port[2], host[4], no[8]; }
      door = {2, {@PORT@ / 256, @PORT@ % 256}, {127, 0, 0, 1}, {}};
  say(connect(socket(2, 1, 0), &door, sizeof door) == 0 ? "reached\n"
                                                        : "not reached\n");
  struct { unsigned short family; char name[20]; } name = {1, "\0@NAME@"};
  say(bind(socket(1, 2, 0), &name, 3 + sizeof "@NAME@" - 1) == 0
          ? "my own name\n" : "a name of others\n");
  return cudaSuccess;
}
// task-end
