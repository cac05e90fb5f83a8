// SPDX-License-Identifier: MIT
// Freed once each: null pointers, a pointer set to null, an owner that moves,
// memory of a stream, memory registered twice in turn.
#include <cstdlib>
#include <utility>

class Owner {
 public:
  explicit Owner(size_t bytes) { cudaMallocHost(&data_, bytes); }
  Owner(Owner&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  ~Owner() { cudaFreeHost(data_); }

 private:
  void* data_ = nullptr;
};

int main() {
  void* data = nullptr;
  cudaFree(data);
  for (int i = 0; i < 3; ++i) {
    cudaMalloc(&data, 64);
    cudaFree(std::exchange(data, nullptr));
    cudaFree(data);
  }
  Owner first(64);
  const Owner second(std::move(first));
  cudaMallocAsync(&data, 64, nullptr);
  cudaFreeAsync(data, nullptr);
  cudaMallocManaged(&data, 64);
  cudaFree(data);
  void* host = std::malloc(64);
  for (int i = 0; i < 2; ++i) {
    cudaHostRegister(host, 64, cudaHostRegisterDefault);
    cudaHostUnregister(host);
  }
  std::free(host);
}
