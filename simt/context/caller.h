// SPDX-License-Identifier: MIT
// Where in the program a call of the API comes from, read off the stack. nvcc
// writes no lines for host code, so functions are all that has a name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simt/report/report.h"

namespace simt::cudart {

/// Addresses alone: cheap to take, named when a report needs them.
struct CallPlace {
  const void* call = nullptr;            // in the function of the API
  std::array<const void*, 4> program{};  // in its callers, innermost first

  bool operator==(const CallPlace&) const = default;
};

/// Of the call that the thread is in.
CallPlace call_place();

/// Of an instruction of the host that a signal has interrupted; asks for no
/// memory.
CallPlace interrupted_place(const void* instruction);

/// While one lives, the thread's calls come from `place`, in another process.
class ServedCall {
 public:
  using Memory = std::optional<std::span<const std::byte>>;
  /// `memory` is all that they may use as memory of the host, if given.
  ServedCall(const CallPlace& place, Memory memory);
  ~ServedCall();
  ServedCall(const ServedCall&) = delete;
  ServedCall& operator=(const ServedCall&) = delete;

  /// Whether the thread's call may use these bytes of the host's.
  static bool may_touch(const void* begin, uint64_t bytes);

 private:
  const CallPlace place_;
  Memory memory_;
  const ServedCall* before_;
  friend CallPlace call_place();
};

/// "cudaMalloc"; "a call" when it has no name.
std::string call_name(const CallPlace& place);

/// A demangled name as a reader would write it: "void keep<2>(int*)" gives
/// "keep<2>(int*)", and unnamed namespaces are left out.
std::string plain_name(std::string function);
/// The same without parameters: "keep<2>".
std::string short_name(std::string function);

/// "in main": the program's own function, not one that nvcc or the headers of
/// CUDA put between, such as the host function of `kernel` (demangled). ""
/// when there is no name.
std::string in_function(const CallPlace& place, const std::string& kernel = "");

/// "cudaFree in main"; only "cudaFree" when the function has no name.
std::string call_at(const CallPlace& place);

/// The note of a diagnostic that says so, "host: in main"; none without a name.
std::vector<report::Note> host_note(const CallPlace& place,
                                    const std::string& kernel = "");

/// Tells calls of the program apart, for Diagnostic::site: the place in the
/// function that in_function names, whoever called that. Holds an address: not
/// to be printed.
std::string site_of(const CallPlace& place, const std::string& kernel = "");

}  // namespace simt::cudart
