// SPDX-License-Identifier: MIT
// The system writes one half of a pinned buffer while the other half is copied;
// the two meet inside a page.
#include <unistd.h>

#include <cstdio>

constexpr size_t kHalf = 20 * 1024 + 1000;

int main() {
  char *data, *buffer;
  cudaMalloc(&data, kHalf);
  cudaMallocHost(&buffer, 2 * kHalf);
  for (size_t i = 0; i < kHalf; ++i) buffer[i] = 'a';
  int ends[2];
  const bool open = pipe(ends) == 0;
  const size_t sent = open ? write(ends[1], buffer, kHalf) : 0;
  cudaMemcpyAsync(data, buffer, kHalf, cudaMemcpyHostToDevice);
  size_t received = 0;
  while (received < sent) {
    const ssize_t more =
        read(ends[0], buffer + kHalf + received, sent - received);
    if (more <= 0) break;
    received += more;
  }
  std::printf("%d\n", received == kHalf && buffer[2 * kHalf - 1] == 'a');
  cudaDeviceSynchronize();
  cudaFreeHost(buffer);
  cudaFree(data);
  return received == kHalf ? 0 : 1;
}
