// SPDX-License-Identifier: MIT
// Where things lie: registers and call parameters in a frame, constants in
// their pool, shared variables in a block's memory, arguments of a kernel.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simt/program/program.h"

namespace simt::program {

/// Rows of one function's frame, handed out at first use.
class FrameLayout {
 public:
  explicit FrameLayout(const ptx::Function& function);

  ops::Ref reg(int index);                         // a register's row
  const FunctionCode::Param& parameter(size_t i);  // formal parameters
  const FunctionCode::Param& result(size_t i);
  /// Storage of a .param variable declared inside the function.
  const FunctionCode::Param& variable(int index);
  uint32_t bytes() const { return next_; }
  uint32_t local_bytes() const { return local_bytes_; }
  /// Offset of a .local variable in the function's part of the stack.
  uint32_t local_offset(int variable) const { return local_[variable]; }
  const std::vector<ops::Ref>& registers() const { return registers_; }
  const std::vector<uint32_t>& local_offsets() const { return local_; }

 private:
  uint32_t take(uint32_t bytes, uint32_t align);
  FunctionCode::Param take_param(uint64_t bytes);

  const ptx::Function& function_;
  uint32_t next_ = ops::kFirstRegister;
  uint32_t local_bytes_ = 0;
  std::vector<ops::Ref> registers_;
  std::vector<uint32_t> local_;
  std::vector<FunctionCode::Param> parameters_, results_, variables_;
};

/// Pool 1: each constant once per width, broadcast over the lanes.
class ConstantPool {
 public:
  /// `bytes`: 2, 4 or 8 a lane; 0 a predicate mask.
  ops::Ref get(uint64_t value, int bytes) { return get(value, bytes, false); }
  /// The same for an address of shared memory, which in a cluster each block
  /// has another one of.
  ops::Ref get_shared(uint64_t value, int bytes) {
    return get(value, bytes, true);
  }
  /// Rows of get_shared() of 4 (8) bytes.
  const std::vector<ops::Ref>& shared_rows(bool wide) const {
    return shared_[wide ? 1 : 0];
  }
  std::vector<std::byte> take() { return std::move(bytes_); }
  size_t bytes() const { return bytes_.size(); }

 private:
  ops::Ref get(uint64_t value, int bytes, bool shared);

  std::map<std::tuple<bool, int, uint64_t>, ops::Ref> known_;
  std::vector<ops::Ref> shared_[2];
  std::vector<std::byte> bytes_;
};

/// Shared memory of a kernel: static variables first, then the one dynamic
/// buffer that every extern array names.
class SharedLayout {
 public:
  void add(const ptx::Variable& variable, const void* key);
  void finish();  // places the extern arrays after the static ones
  /// Byte offset; nullopt when the variable was not added.
  const SharedSymbol* find(const void* key) const;
  std::vector<SharedSymbol> symbols() const;
  /// What the static variables take; more than kMost: they are not placed.
  uint64_t static_bytes() const { return bytes_; }
  static constexpr uint64_t kMost = 1 << 20;

 private:
  uint64_t bytes_ = 0;
  uint32_t dynamic_align_ = 16;
  std::vector<SharedSymbol> symbols_;
  std::unordered_map<const void*, size_t> index_;
};

/// "_ZZ9transposePKfPfiE4tile" -> "tile".
std::string short_name(const std::string& symbol);

/// Offsets of an entry's parameters, as the CUDA ABI lays them out.
std::vector<Kernel::Param> entry_parameters(const ptx::Function& entry,
                                            uint32_t& total);

}  // namespace simt::program
