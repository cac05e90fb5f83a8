// SPDX-License-Identifier: MIT
// Which instructions of a kernel name registers of its warpgroups' products, or
// what is computed from those. They run in a copy of the code that asks
// Products first. A machine has one only for a kernel with such products.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "simt/machine/products.h"
#include "simt/machine/unset_sums.h"
#include "simt/program/program.h"

namespace simt {

class RegisterWatch {
 public:
  /// True when the kernel has products.
  static bool needed(const program::Kernel& kernel);
  /// `code`: the kernel's, or a copy of it.
  RegisterWatch(const program::Kernel& kernel, const ops::Inst* code);

  const ops::Inst* code() const { return code_.data(); }
  ops::Step run(ops::Context& c, Products& products, const Block& block,
                const ops::Inst& in, LaneMask mask);
  /// The running warp is about to issue a product.
  void issue(ops::Context& c, const Block& block,
             const ops::WarpProduct& product);
  /// The block has ended.
  void forget(const Block& block) { unset_.forget(block); }

 private:
  struct Watched {
    ops::Handler run = nullptr;
    Products::Touch touch;
    UnsetSums::Writes writes;
    bool touches = true;  // false: it only concerns `writes`
  };

  Products::Touch touch_of(const program::Kernel& kernel, size_t pc) const;
  void find_derived(const std::vector<Products::Touch>& all);
  void find_unset(const std::vector<Products::Touch>& all);
  UnsetSums::Names names_of(const Products::Touch& touch, size_t pc) const;
  bool in_kernel(size_t pc) const { return info_[pc].function == 0; }

  const std::vector<program::InstInfo>& info_;
  std::vector<ops::Inst> code_;
  UnsetSums unset_;
  std::set<ops::Ref> sums_, factors_;  // registers of D and of A
  std::set<ops::Ref> own_sums_;        // of products of the kernel itself
  std::set<ops::Ref> derived_;         // computed from sums
  std::unordered_map<uint32_t, Watched> watched_;  // by pc
};

}  // namespace simt
