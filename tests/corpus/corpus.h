// SPDX-License-Identifier: MIT
// What the programs of the corpus share: device memory that frees itself, an
// end that looks at the error, and the choice of a program and its twin.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

namespace corpus {

/// `count` elements of device memory, freed at the end of the scope.
template <class T>
class Device {
 public:
  /// Holds no values yet.
  explicit Device(size_t count) {
    if (cudaMalloc(&data_, count * sizeof(T)) != cudaSuccess)
      std::puts("cudaMalloc failed");
  }
  /// Every element has this value.
  Device(size_t count, T value) : Device(std::vector<T>(count, value)) {}
  explicit Device(const std::vector<T>& values) : Device(values.size()) {
    if (cudaMemcpy(data_, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice) != cudaSuccess)
      std::puts("cudaMemcpy failed");
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() {
    if (cudaFree(data_) != cudaSuccess) std::puts("cudaFree failed");
  }
  operator T*() { return data_; }

 private:
  T* data_ = nullptr;
};

/// Waits for the device and says how it went.
inline void finish() {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  std::puts(cudaGetErrorName(error));
}

/// One program: as it was meant, and with its bug.
struct Program {
  const char* name;
  void (*bug)();
  void (*fixed)();
};

/// Runs the programs that the arguments name, as they were meant or with their
/// bugs: NAME... bug, or NAME... fixed. Without arguments: prints the names.
/// Exit status 2: no such program.
inline int choose(int argc, char** argv, const std::vector<Program>& programs) {
  if (argc == 1) {
    for (const Program& program : programs) std::puts(program.name);
    return 0;
  }
  const bool fixed = std::strcmp(argv[argc - 1], "fixed") == 0;
  std::vector<void (*)()> chosen;
  for (int i = 1; i < argc - 1; ++i) {
    for (const Program& program : programs) {
      if (std::strcmp(argv[i], program.name) == 0)
        chosen.push_back(fixed ? program.fixed : program.bug);
    }
  }
  if (argc < 3 || static_cast<int>(chosen.size()) != argc - 2 ||
      (!fixed && std::strcmp(argv[argc - 1], "bug") != 0)) {
    std::fprintf(stderr, "usage: %s [NAME... bug|fixed]\n", argv[0]);
    return 2;
  }
  for (void (*run)() : chosen) run();
  return 0;
}

}  // namespace corpus
