// SPDX-License-Identifier: MIT
// Four ways to free twice: a copied owner, a loop that meets one pointer twice,
// a stream that has freed it, and a device that was reset.
#include <vector>

struct Owner {
  explicit Owner(size_t bytes) { cudaMallocHost(&data, bytes); }
  ~Owner() { cudaFreeHost(data); }  // and no copy constructor
  void* data = nullptr;
};

void copied_owner() {
  std::vector<Owner> owners;
  owners.push_back(Owner(64));
}

void same_pointer_in_a_list() {
  void* both = nullptr;
  cudaMallocManaged(&both, 64);
  for (void* one : {both, both}) cudaFree(one);
}

void freed_in_a_stream() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  void* data = nullptr;
  cudaMallocAsync(&data, 64, stream);
  cudaFreeAsync(data, stream);
  cudaStreamSynchronize(stream);
  cudaFree(data);
  cudaStreamDestroy(stream);
}

void after_a_reset() {
  void* data = nullptr;
  cudaMalloc(&data, 64);
  cudaDeviceReset();
  cudaFree(data);
}

int main() {
  copied_owner();
  same_pointer_in_a_list();
  freed_in_a_stream();
  after_a_reset();
}

/* report:
error[double-free]: `cudaFreeHost` is given `cudaMallocHost #1`, which is freed
  already
  = host:  in copied_owner()
  = first: cudaFreeHost in copied_owner()
  = why:   memory is given back once; after that the device may give its address
           to somebody else, and a second call would free that
  = learn: docs/diagnostics/double-free.md

error[double-free]: `cudaFree` is given `cudaMallocManaged #1`, which is freed
  already
  = host:  in same_pointer_in_a_list()
  = first: cudaFree in same_pointer_in_a_list()
  = why:   memory is given back once; after that the device may give its address
           to somebody else, and a second call would free that
  = learn: docs/diagnostics/double-free.md

error[double-free]: `cudaFree` is given `cudaMallocAsync #1`, which is freed
  already
  = host:  in freed_in_a_stream()
  = first: cudaFreeAsync in freed_in_a_stream()
  = why:   memory is given back once; after that the device may give its address
           to somebody else, and a second call would free that
  = learn: docs/diagnostics/double-free.md

error[double-free]: `cudaFree` is given `cudaMalloc #1`, which is freed already
  = host:  in after_a_reset()
  = first: cudaDeviceReset in after_a_reset()
  = why:   memory is given back once; after that the device may give its address
           to somebody else, and a second call would free that
  = learn: docs/diagnostics/double-free.md
*/
