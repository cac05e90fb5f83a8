// SPDX-License-Identifier: MIT
// Follows addresses from parameters and variables through registers, until
// nothing changes. Order is left out: a register holds whatever any instruction
// puts there.
#include "simt/program/footprint.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <unordered_map>

#include "simt/program/program.h"

namespace simt::program {
namespace {

using ops::Does;

constexpr uint32_t kOffsetBits = 0x3fffffffu;
constexpr uint64_t kLow = 0xffffffffu;

/// What a value may have been made from.
struct Origin {
  bool unknown = false;
  std::set<uint32_t> parameters;
  std::set<uint64_t> addresses;

  /// True when it grew.
  bool join(const Origin& other) {
    const size_t before = parameters.size() + addresses.size();
    parameters.insert(other.parameters.begin(), other.parameters.end());
    addresses.insert(other.addresses.begin(), other.addresses.end());
    const bool learned = other.unknown && !unknown;
    unknown = unknown || other.unknown;
    return learned || parameters.size() + addresses.size() != before;
  }
};

bool beyond_the_block(ptx::Space space) {
  return space == ptx::Space::kGlobal || space == ptx::Space::kGeneric;
}

class Follower {
 public:
  explicit Follower(const Kernel& kernel) : kernel_(kernel) {
    for (uint32_t pc = 0; pc < kernel.code.size(); ++pc)
      for (const ops::Ref d : results(pc)) origins_[key(pc, d)];
  }

  void follow() {
    for (bool grew = true; grew;) {
      grew = false;
      for (uint32_t pc = 0; pc < kernel_.code.size(); ++pc) {
        const Origin origin = made(pc);
        for (const ops::Ref d : results(pc))
          grew |= origins_[key(pc, d)].join(origin);
      }
    }
  }

  Origin of(uint32_t pc, ops::Ref ref) const {
    Origin origin;
    if (ref == ops::kNoRef || ref >> 30 == 2) return origin;
    if (ref >> 30 == 1) {
      const uint64_t value = constant(ref);
      if (value >> 32 != 0 && value >> 32 != (value & kLow))
        origin.addresses.insert(value);
      return origin;
    }
    const auto found = origins_.find(key(pc, ref));
    if (found != origins_.end()) return found->second;
    origin.unknown = true;  // a function's parameter, or a call's result
    return origin;
  }

 private:
  uint64_t key(uint32_t pc, ops::Ref ref) const {
    return uint64_t{kernel_.info[pc].function} << 32 | ref;
  }

  /// The first 8 bytes of a row that has a value for each lane: of 4 bytes,
  /// two of them.
  uint64_t constant(ops::Ref ref) const {
    uint64_t value = 0;
    const size_t at = ref & kOffsetBits;
    if (at + sizeof(value) <= kernel_.constants.size())
      std::memcpy(&value, kernel_.constants.data() + at, sizeof(value));
    return value;
  }

  std::vector<ops::Ref> listed(const ops::Inst& in) const {
    if (in.count < 2) return {};
    const auto first = kernel_.lists.begin() + in.list;
    return {first, first + in.count};
  }

  bool is_store(uint32_t pc) const {
    const ops::Op* op = kernel_.info[pc].op;
    return op != nullptr && op->is_all(Does::kWrites | Does::kPerLane);
  }

  std::vector<ops::Ref> results(uint32_t pc) const {
    const ops::Inst& in = kernel_.code[pc];
    if (is_store(pc)) return {};
    std::vector<ops::Ref> all = listed(in);  // of a mov also its sources
    for (const ops::Ref ref : {in.d, in.p})
      if (ref != ops::kNoRef && ref >> 30 == 0) all.push_back(ref);
    std::erase_if(all, [](ops::Ref ref) { return ref >> 30 != 0; });
    return all;
  }

  /// What the results of `pc` may have been made from.
  Origin made(uint32_t pc) const {
    const ops::Inst& in = kernel_.code[pc];
    const ops::Op* op = kernel_.info[pc].op;
    Origin origin;
    if (op == nullptr) return origin;
    if (op->is(Does::kReads)) {
      if (op->is(Does::kPerLane) && in.form->space == ptx::Space::kParam &&
          in.a != ops::kNoRef && in.a >> 30 == 1) {
        origin.parameters.insert(static_cast<uint32_t>(
            (constant(in.a) & kLow) + static_cast<uint64_t>(in.offset)));
      } else {
        origin.unknown = in.d_bytes >= 8;  // narrower is no address
      }
      return origin;
    }
    for (const ops::Ref ref : {in.a, in.b, in.c, in.e})
      origin.join(of(pc, ref));
    for (const ops::Ref ref : listed(in)) origin.join(of(pc, ref));
    return origin;
  }

  const Kernel& kernel_;
  std::unordered_map<uint64_t, Origin> origins_;
};

}  // namespace

Footprint footprint(const Kernel& kernel) {
  Follower follower(kernel);
  follower.follow();
  Footprint found;
  Origin all;
  for (uint32_t pc = 0; pc < kernel.code.size(); ++pc) {
    const ops::Inst& in = kernel.code[pc];
    const ops::Op* op = kernel.info[pc].op;
    if (op == nullptr || !op->is(Does::kReads | Does::kWrites)) continue;
    if (!beyond_the_block(in.form->space)) continue;
    const auto bytes = static_cast<unsigned>(ptx::size_of(in.form->type));
    if (bytes != 0)
      found.narrowest = std::min(found.narrowest, std::countr_zero(bytes));
    if (!op->is(Does::kWrites)) continue;
    const bool plain =
        op->is(Does::kPerLane) || op->event == ops::Event::kAtomic;
    if (plain)
      all.join(follower.of(pc, in.a));
    else
      found.anywhere = true;
  }
  found.anywhere = found.anywhere || all.unknown;
  found.parameters.assign(all.parameters.begin(), all.parameters.end());
  found.addresses.assign(all.addresses.begin(), all.addresses.end());
  return found;
}

}  // namespace simt::program
