// SPDX-License-Identifier: MIT
// Right as well: the next portion is filled in while the kernel still runs; only
// the upload must have ended by then.

  cudaEvent_t uploaded, fetched;
  cudaEventCreate(&uploaded);
  cudaEventCreate(&fetched);
  std::copy_n(in, n, up);
  for (int p = 0; p < portions; ++p) {
    cudaMemcpyAsync(device, up, bytes, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(uploaded, stream);
    negate<<<blocks, 256, 0, stream>>>(device, n);
    cudaMemcpyAsync(down, device, bytes, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(fetched, stream);
    cudaEventSynchronize(uploaded);
    if (p + 1 < portions) std::copy_n(in + (p + 1) * n, n, up);
    cudaEventSynchronize(fetched);
    std::copy_n(down, n, out + p * n);
    std::fill_n(down, n, 0.0f);  // a copy that is missing shows
  }
  cudaEventDestroy(uploaded);
  cudaEventDestroy(fetched);
