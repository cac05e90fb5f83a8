// SPDX-License-Identifier: MIT
// A value stands in the pointer itself, as cuda.h wants it.
#include "simt/cuda/jit_options.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace simt::cuda {

JitOptions::JitOptions(unsigned count, CUjit_option* options, void** values) {
  for (unsigned i = 0; i < count && options && values; ++i) {
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER:
        info_.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        info_.bytes = &values[i];
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        error_.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        error_.bytes = &values[i];
        break;
      case CU_JIT_GLOBAL_SYMBOL_NAMES:
        unsupported_ =
            "addresses for symbols of a module "
            "(CU_JIT_GLOBAL_SYMBOL_NAMES)";
        break;
      default:
        break;
    }
  }
}

void JitOptions::Log::write(const std::string& what) const {
  if (!text || !bytes) return;
  // The value is 32 bits wide; what lies above them is the program's.
  const auto room = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(*bytes));
  if (room == 0) return;
  const size_t length = std::min<size_t>(what.size(), room - 1);
  std::memcpy(text, what.data(), length);
  text[length] = '\0';
  *bytes = reinterpret_cast<void*>(length);  // NOLINT: a number
}

void JitOptions::tell(const std::string& error) {
  info_.write("");
  error_.write(error);
}

}  // namespace simt::cuda
