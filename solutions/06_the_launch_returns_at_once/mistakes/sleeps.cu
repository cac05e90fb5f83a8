// SPDX-License-Identifier: MIT
// caught by: diagnostic host-race
// 10 ms are enough, most of the time. Nothing says so.
#include <chrono>
#include <thread>

  std::copy_n(in, n, up);
  for (int p = 0; p < portions; ++p) {
    cudaMemcpyAsync(device, up, bytes, cudaMemcpyHostToDevice, stream);
    negate<<<blocks, 256, 0, stream>>>(device, n);
    cudaMemcpyAsync(down, device, bytes, cudaMemcpyDeviceToHost, stream);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (p + 1 < portions) std::copy_n(in + (p + 1) * n, n, up);
    std::copy_n(down, n, out + p * n);
    std::fill_n(down, n, 0.0f);  // a copy that is missing shows
  }
