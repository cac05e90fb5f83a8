// SPDX-License-Identifier: MIT
// Right as well: the host takes each portion after the wait for the next step,
// and fills the buffer after the upload has ended.

  cudaEvent_t uploaded;
  cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming);
  for (int p = 0; p < portions; ++p) {
    cudaEventSynchronize(uploaded);  // of the portion before
    std::copy_n(in + p * n, n, up);
    cudaMemcpyAsync(device, up, bytes, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(uploaded, stream);
    if (p > 0) std::copy_n(down, n, out + (p - 1) * n);
    negate<<<blocks, 256, 0, stream>>>(device, n);
    cudaMemcpyAsync(down, device, bytes, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
  std::copy_n(down, n, out + (portions - 1) * n);
  cudaEventDestroy(uploaded);
