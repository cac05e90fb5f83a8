// SPDX-License-Identifier: MIT
// Sizes and alignments, summed in 64 bits: no variable has more than 2^50 bytes
// (the parser's limit), and a sum ends as soon as it passes its own.
#include <algorithm>

#include "simt/ops/inst.h"
#include "simt/verify/rules.h"
#include "simt/verify/verify.h"

namespace simt::verify {
namespace {

constexpr uint64_t kRowAlign = 64;  // of a register's row

uint64_t round_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Bytes so far, of at most so many.
class Sum {
 public:
  Sum(uint64_t most, std::string of) : most_(most), of_(std::move(of)) {}

  void add(uint64_t bytes, uint64_t align) {
    total_ = round_up(total_, align);
    if (bytes > most_ || total_ > most_ - bytes)
      refuse(of_ + " take more than " + std::to_string(most_) + " bytes");
    total_ += bytes;
  }
  void add(const ptx::Variable& v) {
    add(v.bytes(), static_cast<uint64_t>(std::max(1, v.align)));
  }

 private:
  uint64_t most_, total_ = 0;
  std::string of_;
};

void check_align(const ptx::Variable& v) {
  const auto align = static_cast<uint64_t>(std::max(v.align, 0));
  if (align > kMostAlign || (align & (align - 1)) != 0)
    refuse("`" + v.name + "` has an alignment of " + std::to_string(v.align) +
           " bytes, which is no power of two up to " +
           std::to_string(kMostAlign));
}

uint64_t row_of(const ptx::Register& r) {
  if (r.type == ptx::Type::kPred) return sizeof(LaneMask);
  return round_up(row_bytes(r.type) * kWarpSize, kRowAlign);
}

// One warp's call: registers, and what it takes and gives.
void check_frame(const ptx::Function& f) {
  Sum frame(kMostFrame, "the registers and parameters of this function");
  frame.add(ops::kFirstRegister, kRowAlign);
  for (const ptx::Register& r : f.registers) frame.add(row_of(r), kRowAlign);
  const auto add = [&](const ptx::Variable& v) {
    frame.add(
        slot_bytes(v) > kMostFrame ? slot_bytes(v) : slot_bytes(v) * kWarpSize,
        kRowAlign);
  };
  for (const ptx::Variable& v : f.variables)
    if (v.space == ptx::Space::kParam) add(v);
  if (f.entry) return;
  for (const ptx::Variable& v : f.parameters) add(v);
  for (const ptx::Variable& v : f.results) add(v);
}

}  // namespace

uint64_t row_bytes(ptx::Type type) {
  if (type == ptx::Type::kPred) return 0;
  return static_cast<uint64_t>(std::max(2, ptx::size_of(type)));
}

uint64_t slot_bytes(const ptx::Variable& parameter) {
  return round_up(parameter.bytes(), 8);
}

void check_variables(const ptx::Module& module) {
  Sum constant(kMostConstant, "the constants of this module");
  Sum global(kMostGlobal, "the global variables of this module");
  for (const ptx::Variable& v : module.variables) {
    check_align(v);
    if (v.space == ptx::Space::kConst) constant.add(v);
    if (v.space == ptx::Space::kGlobal) global.add(v);
    // Which of these a kernel uses, decoding finds; it sums them up.
    if (v.space == ptx::Space::kShared)
      Sum(kMostShared, "`" + v.name + "` would").add(v);
  }
}

void check_sizes(const ptx::Function& f) {
  Sum parameters(kMostEntryParameters, "the parameters of this kernel");
  Sum shared(kMostShared, "the shared variables of this function");
  Sum local(kMostLocal, "the local variables of this function");
  for (const auto* list : {&f.parameters, &f.results}) {
    for (const ptx::Variable& v : *list) {
      check_align(v);
      if (f.entry) parameters.add(v);
    }
  }
  for (const ptx::Variable& v : f.variables) {
    check_align(v);
    if (v.space == ptx::Space::kShared) shared.add(v);
    if (v.space == ptx::Space::kLocal) local.add(v);
  }
  check_frame(f);
  uint64_t threads = 1;
  for (const int n : f.maxntid) {
    threads *= static_cast<uint64_t>(std::max(n, 1));
    if (threads > kMostThreads) refuse(".maxntid asks for too many threads");
  }
}

}  // namespace simt::verify
