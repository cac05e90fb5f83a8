// SPDX-License-Identifier: MIT
// caught by: case "agrees with drawn requests"
// caught by: case "agrees with an old chip whose banks are 8 bytes wide"
// Predicts nothing: makes the request on the device, and returns the count.
#include "common/counters.h"
#include "common/device_buffer.h"

  int device = 0;
  cudaGetDevice(&device);
  cudaSetDevice(bank_bytes == 4 ? 0 : 1);
  size_t counted = 0;
  {
    const lockstep::DeviceBuffer<int> on_device(
        std::vector<int>(byte, byte + 32));
    const lockstep::DeviceBuffer<int> out(32);
    const lockstep::Recording recording;
    make_request(on_device.data(), width, load, out.data());
    out.download();
    const SimtCounters all = recording.total();
    counted = load ? all.shared_load.wavefronts : all.shared_store.wavefronts;
  }
  cudaSetDevice(device);
  return int(counted);
