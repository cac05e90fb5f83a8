// SPDX-License-Identifier: MIT
// Copies of the asynchronous proxy (cp.async.bulk, st.async and their
// reductions): addresses are checked when a copy is issued, the machine decides
// when it is made.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "simt/ops/address.h"
#include "simt/ops/barrier_object.h"
#include "simt/ops/bulk.h"
#include "simt/ops/combine.h"
#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

constexpr uint32_t kPiece = 16;  // bytes: a copy's addresses and size

Step refuse(Context& c, LaneMask lanes, const char* what) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = lanes;
  c.fault.text = what;
  return Step::kFault;
}

// An H100 copies less and says nothing.
Step refuse_size(Context& c, LaneMask lanes, uint32_t bytes) {
  refuse(c, lanes, "");
  c.fault.kind = Fault::Kind::kMisaligned;
  c.fault.text = "a bulk copy of " + std::to_string(bytes) +
                 " bytes, which is no multiple of 16";
  return Step::kFault;
}

/// One of the addresses of a copy.
struct Base {
  Ref ref = kNoRef;
  bool narrow = false;
  int64_t offset = 0;

  uint64_t of(Context& c, int lane) const {
    const auto add = static_cast<uint64_t>(offset);
    if (narrow) return static_cast<uint32_t>(row<uint32_t>(c, ref)[lane] + add);
    return row<uint64_t>(c, ref)[lane] + add;
  }
};
Base first(const Inst& in) {
  return {in.a, (in.flags & kAddress32) != 0, in.offset};
}
Base second(const Inst& in) {
  return {in.b, in.form->narrow[0], static_cast<int32_t>(in.target)};
}
Base object_of(const Inst& in) {
  return {in.e, in.form->narrow[1], in.form->third_offset};
}

/// A range of memory that one lane names.
struct Range {
  Space space = Space::kGlobal;
  uint64_t address = 0;
  uint32_t bytes = 0;
  uint32_t align = kPiece;
  AccessKind kind = AccessKind::kLoad;
};

// Where the range is; null: Context::fault says what is wrong with it.
std::byte* find_range(Context& c, const Inst& in, int lane, const Range& r) {
  const LaneMask bit = LaneMask{1} << lane;
  Addresses a;
  a.shape = Shape::kUniform;
  a.base = a.low = a.bits = r.address;
  a.high = r.address + r.bytes;
  if (!check_aligned(c, a, bit, r.align, r.kind, r.space)) return nullptr;
  Resolved where;
  const auto resolve = [&](uint32_t width) {
    return r.space == Space::kShared
               ? resolve_shared(c, a, bit, width, r.kind, where)
               : resolve_global(c, in, a, bit, width, r.kind, where);
  };
  if (r.bytes <= kPiece)
    return resolve(r.bytes) ? where.host + r.address : nullptr;
  // A fault is told of the first piece that is outside.
  if (r.space == Space::kShared) {
    if (a.high <= c.shared_bytes && a.high > a.low) return c.shared + r.address;
  } else {
    const Allocation* found = c.memory->find(r.address);
    if (found != nullptr && a.high <= found->end && a.high > a.low)
      return resolve(kPiece) ? where.host + r.address : nullptr;
  }
  const uint64_t end = a.high;
  do {
    a.base = a.low;
    a.high = a.low + kPiece;
    if (!resolve(kPiece)) return nullptr;
    a.low += kPiece;
  } while (a.low < end);
  refuse(c, bit, "a bulk copy that lies in several allocations");
  return nullptr;
}

struct Ends {
  Space from, to;
  BulkEnd end;
};

bool find_object(Context& c, const Inst& in, int lane, BulkCopy& copy) {
  if (copy.end != BulkEnd::kObject) return true;
  copy.object = object_of(in).of(c, lane);
  return find_range(c, in, lane,
                    {Space::kShared, copy.object, 8, 8, AccessKind::kAtomic}) !=
         nullptr;
}

BulkCopy begin(Context& c, const Inst& in, int lane, const Ends& ends) {
  BulkCopy copy;
  copy.at = c.at;
  copy.lane = lane;
  copy.pc = static_cast<uint32_t>(&in - c.code);
  copy.end = ends.end;
  copy.from = ends.from;
  copy.to = ends.to;
  return copy;
}

Step copy_as(Context& c, const Inst& in, LaneMask mask, const Ends& ends,
             Fold fold) {
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    BulkWork work;
    BulkCopy& copy = work.copy = begin(c, in, i, ends);
    copy.target = first(in).of(c, i);
    copy.source = second(in).of(c, i);
    copy.bytes = row<uint32_t>(c, in.c)[i];
    copy.reduces = fold != nullptr;
    work.fold = fold;
    if (copy.bytes % kPiece != 0) return refuse_size(c, left, copy.bytes);
    if (ends.end == BulkEnd::kObject && copy.bytes > kMostBytes)
      return refuse(c, left,
                    "a bulk copy of more bytes than an mbarrier counts");
    if (!find_object(c, in, i, copy)) return Step::kFault;
    if (copy.bytes != 0) {
      work.source = find_range(
          c, in, i,
          {ends.from, copy.source, copy.bytes, kPiece, AccessKind::kLoad});
      if (work.source == nullptr) return Step::kFault;
      work.target = find_range(
          c, in, i,
          {ends.to, copy.target, copy.bytes, kPiece,
           fold == nullptr ? AccessKind::kStore : AccessKind::kAtomic});
      if (work.target == nullptr) return Step::kFault;
    }
    c.machine->start_copy(work);
  }
  return Step::kNext;
}

template <Space kFrom, Space kTo, BulkEnd kEnd>
Step copy(Context& c, const Inst& in, LaneMask mask) {
  return copy_as(c, in, mask, {kFrom, kTo, kEnd}, nullptr);
}

// Reductions: element by element.
template <class T, Combine kOp>
T fold_one(T old, T b) {
  if constexpr (kIsSmall<T> && kOp != Combine::kAdd) {
    const float x = to_float(old), y = to_float(b);
    if (std::isnan(x)) return std::isnan(y) ? T{kNan16} : b;
    if (std::isnan(y)) return old;
    const bool less = x < y || (x == y && std::signbit(x));
    return less == (kOp == Combine::kMin) ? old : b;
  } else {
    // Unlike an atomic, it keeps subnormal f32 numbers (seen on an H100).
    return combine<T, kOp>(old, b, b, !std::is_same_v<T, float>);
  }
}
template <class T, Combine kOp>
void fold(std::byte* target, const std::byte* source, uint32_t bytes) {
  for (uint32_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T old, b;
    std::memcpy(&old, target + at, sizeof(T));
    std::memcpy(&b, source + at, sizeof(T));
    const T fresh = fold_one<T, kOp>(old, b);
    std::memcpy(target + at, &fresh, sizeof(T));
  }
}

template <class T>
Fold number_fold(Combine op) {
  if (op == Combine::kAdd) return fold<T, Combine::kAdd>;
  if constexpr (!std::is_floating_point_v<T>) {
    if (op == Combine::kMin) return fold<T, Combine::kMin>;
    if (op == Combine::kMax) return fold<T, Combine::kMax>;
  }
  if constexpr (std::is_same_v<T, uint32_t>) {
    if (op == Combine::kInc) return fold<T, Combine::kInc>;
    if (op == Combine::kDec) return fold<T, Combine::kDec>;
  }
  return nullptr;
}
template <class T>
Fold bit_fold(Combine op) {
  if (op == Combine::kAnd) return fold<T, Combine::kAnd>;
  if (op == Combine::kOr) return fold<T, Combine::kOr>;
  return op == Combine::kXor ? fold<T, Combine::kXor> : nullptr;
}
Fold fold_of(const Form& form) {
  switch (form.type) {
    case Type::kB32:
      return bit_fold<uint32_t>(form.combine);
    case Type::kB64:
      return bit_fold<uint64_t>(form.combine);
    case Type::kU32:
      return number_fold<uint32_t>(form.combine);
    case Type::kS32:
      return number_fold<int32_t>(form.combine);
    case Type::kU64:
      return number_fold<uint64_t>(form.combine);
    case Type::kS64:
      return number_fold<int64_t>(form.combine);
    case Type::kF16:
      return number_fold<Half>(form.combine);
    case Type::kBf16:
      return number_fold<Bfloat>(form.combine);
    case Type::kF32:
      return number_fold<float>(form.combine);
    case Type::kF64:
      return number_fold<double>(form.combine);
    default:
      return nullptr;
  }
}

template <Space kFrom, Space kTo, BulkEnd kEnd>
Step reduce(Context& c, const Inst& in, LaneMask mask) {
  return copy_as(c, in, mask, {kFrom, kTo, kEnd}, fold_of(*in.form));
}

// st.async and red.async: registers go to shared memory.
Step send_as(Context& c, const Inst& in, LaneMask mask, Fold fold) {
  const uint32_t width = in.bytes;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    BulkWork work;
    BulkCopy& copy = work.copy =
        begin(c, in, i, {Space::kLocal, Space::kShared, BulkEnd::kObject});
    copy.target = first(in).of(c, i);
    copy.bytes = width * in.count;
    copy.reduces = fold != nullptr;
    work.fold = fold;
    for (uint32_t e = 0; e < in.count; ++e) {
      const Ref from = in.count == 1 ? in.b : c.lists[in.list + e];
      std::memcpy(work.data.data() + width * e,
                  row<std::byte>(c, from) + size_t{width} * i, width);
    }
    if (!find_object(c, in, i, copy)) return Step::kFault;
    work.target = find_range(c, in, i,
                             {Space::kShared, copy.target, copy.bytes,
                              copy.bytes, AccessKind::kStore});
    if (work.target == nullptr) return Step::kFault;
    c.machine->start_copy(work);
  }
  return Step::kNext;
}
Step send(Context& c, const Inst& in, LaneMask mask) {
  return send_as(c, in, mask, nullptr);
}
Step send_reducing(Context& c, const Inst& in, LaneMask mask) {
  return send_as(c, in, mask, fold_of(*in.form));
}

template <BulkStep::Kind kKind>
Step groups(Context& c, const Inst& in, LaneMask mask) {
  BulkStep step;
  step.kind = kKind;
  step.at = c.at;
  step.pc = static_cast<uint32_t>(&in - c.code);
  step.lanes = mask;
  if (in.a != kNoRef)
    step.open = row<uint32_t>(c, in.a)[std::countr_zero(mask)];
  c.machine->use_groups(step);
  return Step::kNext;
}

// A hint; its range may be read all the same.
Step prefetch(Context& c, const Inst& in, LaneMask mask) {
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint32_t bytes = row<uint32_t>(c, in.c)[i];
    if (bytes % kPiece != 0) return refuse_size(c, left, bytes);
    if (bytes != 0 && find_range(c, in, i,
                                 {Space::kGlobal, first(in).of(c, i), bytes,
                                  kPiece, AccessKind::kLoad}) == nullptr)
      return Step::kFault;
  }
  return Step::kNext;
}

template <Handler kHandler>
Handler select(const Form&) {
  return kHandler;
}
template <Handler kHandler>
Handler select_reducing(const Form& form) {
  const bool small = form.type == Type::kF16 || form.type == Type::kBf16;
  const bool fits = form.noftz == (small && form.combine == Combine::kAdd);
  return fits && fold_of(form) != nullptr ? kHandler : nullptr;
}
Handler select_send(const Form& form) {
  const int bytes = ptx::size_of(form.type) * form.vector;
  return bytes <= 16 ? send : nullptr;
}

constexpr Handler kLoad =
    copy<Space::kGlobal, Space::kShared, BulkEnd::kObject>;
constexpr Handler kMove =
    copy<Space::kShared, Space::kShared, BulkEnd::kObject>;
constexpr Handler kStore =
    copy<Space::kShared, Space::kGlobal, BulkEnd::kGroup>;
constexpr Handler kReduce =
    reduce<Space::kShared, Space::kGlobal, BulkEnd::kGroup>;
constexpr Handler kReduceShared =
    reduce<Space::kShared, Space::kShared, BulkEnd::kObject>;

constexpr TypeSet kGlobalTypes =
    types(Type::kB32, Type::kB64, Type::kU32, Type::kS32, Type::kU64,
          Type::kS64, Type::kF16, Type::kBf16, Type::kF32, Type::kF64);
constexpr TypeSet kSharedTypes =
    types(Type::kB32, Type::kU32, Type::kS32, Type::kU64);
constexpr TypeSet kSent = types(Type::kB32, Type::kB64, Type::kU32, Type::kU64,
                                Type::kS32, Type::kS64, Type::kF32, Type::kF64);
constexpr Does kCopies =
    Does::kAsync | Does::kBulk | Does::kReads | Does::kWrites;
constexpr Does kSends = Does::kAsync | Does::kBulk | Does::kWrites;
constexpr Does kCloses = Does::kAsync | Does::kBulk | Does::kCommits;
constexpr Does kAwaits = Does::kAsync | Does::kBulk | Does::kWaits;
constexpr Does kHints = Does::kAsync | Does::kBulk;

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9.25.4, 9.7.9.12, 9.7.13.7), types, execute, counts as, does
    {"cp.async.bulk.commit_group", 0, select<groups<BulkStep::Kind::kCommit>>, Event::kNothing, kCloses},
    {"cp.async.bulk.global.shared::cta.bulk_group [a], [b], c:u32", 0, select<kStore>, Event::kNothing, kCopies},
    {"cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [a], [b], c:u32, d:b64", 0, select<kStore>, Event::kNothing, kCopies},
    {"cp.async.bulk.prefetch.L2.global [a], c:u32", 0, select<prefetch>, Event::kNothing, kHints},
    {"cp.async.bulk.prefetch.L2.global.L2::cache_hint [a], c:u32, d:b64", 0, select<prefetch>, Event::kNothing, kHints},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [b], c:u32, [e]", 0, select<kLoad>, Event::kNothing, kCopies},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [a], [b], c:u32, [e], d:b64", 0, select<kLoad>, Event::kNothing, kCopies},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [a], [b], c:u32, [e]", 0, select<kMove>, Event::kNothing, kCopies},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [a], [b], c:u32, [e]", 0, select<kLoad>, Event::kNothing, kCopies},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint [a], [b], c:u32, [e], d:b64", 0, select<kLoad>, Event::kNothing, kCopies},
    {"cp.async.bulk.wait_group a:u32", 0, select<groups<BulkStep::Kind::kWait>>, Event::kNothing, kAwaits},
    {"cp.async.bulk.wait_group.read a:u32", 0, select<groups<BulkStep::Kind::kWaitRead>>, Event::kNothing, kAwaits},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.op{.noftz}.type [a], [b], c:u32", kGlobalTypes, select_reducing<kReduce>, Event::kNothing, kCopies},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.op{.noftz}.type [a], [b], c:u32, d:b64", kGlobalTypes, select_reducing<kReduce>, Event::kNothing, kCopies},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [a], [b], c:u32, [e]", kSharedTypes, select_reducing<kReduceShared>, Event::kNothing, kCopies},
    {"red.async{.sem}{.scope}.shared::cluster.mbarrier::complete_tx::bytes.op.type [a], b, [e]", kSharedTypes, select_reducing<send_reducing>, Event::kNothing, kSends},
    {"st.async{.sem}{.scope}.shared::cluster.mbarrier::complete_tx::bytes{.vec}.type [a], b, [e]", kSent, select_send, Event::kNothing, kSends},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> bulk_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
