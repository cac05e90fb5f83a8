// SPDX-License-Identifier: MIT
// The process that runs device code, as the one that judges starts it.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace simt::apart {

/// Where that process finds what it is given.
constexpr int kJudgeSocket = 3, kReportFile = 4, kMemoryFile = 5;

/// Its exit status when the system gave it no memory for device code.
constexpr int kNoMemory = 3;

struct DeviceProcess {
  pid_t process = -1;
  int socket = -1;
  uint64_t bytes = 0;  // of device memory, which both have at kDeviceBase
};

/// Makes device memory and starts `simt_device`, which lies in the folder above
/// this library's. Ends this process, with a sentence, when that fails.
DeviceProcess start_device();

/// The one that was started.
DeviceProcess& device_process();

}  // namespace simt::apart
