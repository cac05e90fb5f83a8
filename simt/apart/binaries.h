// SPDX-License-Identifier: MIT
// Device code that processes apart register: kept by its content, since each
// call of a function is a process that registers the same again.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "simt/apart/wire.h"
#include "simt/context/state.h"
#include "simt/fatbin/wrapper.h"

namespace simt::apart {

/// One file's device code. Kernels and variables have addresses of ours in
/// the place of the stubs and shadows that the process has.
class KnownBinary {
 public:
  KnownBinary(cudart::State& s, std::string container);

  size_t index() const { return index_; }
  std::string_view container() const { return container_; }
  const void* kernel(cudart::State& s, const std::string& symbol);
  const void* variable(cudart::State& s, const std::string& symbol);
  /// The address of the variable; 0: there is none.
  uint64_t managed(cudart::State& s, const std::string& symbol);

 private:
  using Places = std::map<std::string, std::unique_ptr<char>>;

  std::string container_;
  fatbin::Wrapper wrapper_;
  size_t index_ = 0;
  Places kernels_, variables_;
  std::map<std::string, std::unique_ptr<void*>> managed_;
};

constexpr size_t kMostContainer = size_t{256} << 20;  // bytes

/// All of this process. Null: `bytes` are no container of device code, or it
/// does not hold as many bytes as it says.
KnownBinary* find_binary(cudart::State& s, const Bytes& bytes);

}  // namespace simt::apart
