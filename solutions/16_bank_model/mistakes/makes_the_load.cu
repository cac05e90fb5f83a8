// SPDX-License-Identifier: MIT
// caught by: case "agrees on 500 patterns with banks of 4 bytes"
// caught by: case "agrees on 500 patterns with the K20m in its 4-byte mode"
// caught by: case "agrees on 500 patterns with the K20m in its 8-byte mode"
// Predicts nothing: makes the load on the device and returns what was counted.
#include "common/counters.h"
#include "common/device_buffer.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  int device = 0;
  cudaGetDevice(&device);
  cudaSetDevice(banks == Banks::kFourByte ? 0 : 1);
  if (banks != Banks::kFourByte) {
    cudaDeviceSetSharedMemConfig(banks == Banks::kKeplerFour
                                     ? cudaSharedMemBankSizeFourByte
                                     : cudaSharedMemBankSizeEightByte);
  }
  size_t counted = 0;
  {
    const lockstep::DeviceBuffer<int> words(std::vector<int>(word, word + 32));
    const lockstep::DeviceBuffer<int> out(32);
    const lockstep::Recording recording;
    load_words(words.data(), out.data());
    out.download();
    counted = recording.total().shared_load.wavefronts;
  }
  cudaSetDevice(device);
  return static_cast<int>(counted);
