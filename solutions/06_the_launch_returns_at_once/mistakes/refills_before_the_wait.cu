// SPDX-License-Identifier: MIT
// caught by: diagnostic host-race
// The results are waited for, but the buffer for the way up is filled before.

  std::copy_n(in, n, up);
  for (int p = 0; p < portions; ++p) {
    cudaMemcpyAsync(device, up, bytes, cudaMemcpyHostToDevice, stream);
    negate<<<blocks, 256, 0, stream>>>(device, n);
    cudaMemcpyAsync(down, device, bytes, cudaMemcpyDeviceToHost, stream);
    if (p + 1 < portions) std::copy_n(in + (p + 1) * n, n, up);
    cudaStreamSynchronize(stream);
    std::copy_n(down, n, out + p * n);
    std::fill_n(down, n, 0.0f);  // a copy that is missing shows
  }
