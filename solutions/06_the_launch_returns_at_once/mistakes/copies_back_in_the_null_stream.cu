// SPDX-License-Identifier: MIT
// caught by: case "negates one portion of 4 values"
// cudaMemcpy waits for its own copy. But that stands in the null stream, which a
// non-blocking stream does not wait for, and the other way round.

  std::copy_n(in, n, up);
  for (int p = 0; p < portions; ++p) {
    cudaMemcpyAsync(device, up, bytes, cudaMemcpyHostToDevice, stream);
    negate<<<blocks, 256, 0, stream>>>(device, n);
    cudaMemcpy(down, device, bytes, cudaMemcpyDeviceToHost);
    if (p + 1 < portions) std::copy_n(in + (p + 1) * n, n, up);
    std::copy_n(down, n, out + p * n);
    std::fill_n(down, n, 0.0f);  // a copy that is missing shows
  }
