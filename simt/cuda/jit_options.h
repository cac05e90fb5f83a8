// SPDX-License-Identifier: MIT
// The options of loading and linking. Most are wishes about machine code, of
// which there is none here.
#pragma once

#include <string>

#include "simt/cuda/driver.h"

namespace simt::cuda {

class JitOptions {
 public:
  JitOptions(unsigned count, CUjit_option* options, void** values);

  /// What the emulator does not have; "": nothing.
  const std::string& unsupported() const { return unsupported_; }
  /// Writes the log of errors, and an empty one of other remarks, with their
  /// sizes.
  void tell(const std::string& error);

 private:
  struct Log {
    char* text = nullptr;
    void** bytes = nullptr;  // in: its room; out: what was written
    void write(const std::string& what) const;
  };
  Log info_, error_;
  std::string unsupported_;
};

}  // namespace simt::cuda
