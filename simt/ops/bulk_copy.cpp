// SPDX-License-Identifier: MIT
// Copies of the asynchronous proxy (cp.async.bulk, st.async and their
// reductions): addresses are checked when a copy is issued, the machine decides
// when it is made.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <bit>
#include <cstring>
#include <string>

#include "simt/ops/address.h"
#include "simt/ops/barrier_object.h"
#include "simt/ops/bulk_fold.h"
#include "simt/ops/bulk_parts.h"
#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

// An H100 copies less and says nothing.
Step refuse_size(Context& c, LaneMask lanes, uint32_t bytes) {
  unsupported(c, lanes, "");
  c.fault.kind = Fault::Kind::kMisaligned;
  c.fault.text = "a bulk copy of " + std::to_string(bytes) +
                 " bytes, which is no multiple of 16";
  return Step::kFault;
}

}  // namespace

std::byte* find_range(Context& c, const Inst& in, int lane, Range& r,
                      Peer* peer) {
  const LaneMask bit = LaneMask{1} << lane;
  Addresses a;
  a.shape = Shape::kUniform;
  a.base = a.low = a.bits = r.address;
  a.high = r.address + r.bytes;
  BlockVisit visit(c);
  if (r.space == Space::kShared &&
      visit.enter(a, bit, r.bytes, *in.form) == bit)
    r.address = a.base;
  const Peer owner = Peer::of(c.home, c.at);
  if (peer != nullptr) *peer = owner;
  if (peer == nullptr && owner.other) {
    unsupported(c, bit, "a bulk copy from the shared memory of a peer");
    return nullptr;
  }
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
    const bool inside = a.high <= c.shared_bytes && a.high > a.low;
    if (inside && c.shared != nullptr) return c.shared + r.address;
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
  unsupported(c, bit, "a bulk copy that lies in several allocations");
  return nullptr;
}

bool find_object(Context& c, const Inst& in, int lane, BulkWork& work) {
  BulkCopy& copy = work.copy;
  if (copy.end != BulkEnd::kObject) return true;
  Range range{Space::kShared, object_of(in).of(c, lane), 8, 8,
              AccessKind::kAtomic};
  work.object = find_range(c, in, lane, range, &copy.peer);
  copy.object = range.address;
  return work.object != nullptr;
}

bool find_target(Context& c, const Inst& in, int lane, Range range,
                 BulkWork& work) {
  Peer peer;
  work.target = find_range(c, in, lane, range, &peer);
  work.copy.target = range.address;
  if (work.target == nullptr) return false;
  const WarpPlace& at = work.copy.at;
  if (work.copy.end != BulkEnd::kObject ||
      peer.slot_or(at) == work.copy.peer.slot_or(at))
    return true;
  unsupported(
      c, LaneMask{1} << lane,
      "a copy whose barrier object is not in the block that it writes to");
  return false;
}

bool start_copies(Context& c, const Inst& in, int lane, const BulkWork& first) {
  if (in.form->blocks == kNoRef) {
    c.machine->start_copy(first);
    return true;
  }
  const LaneMask bit = LaneMask{1} << lane;
  uint32_t blocks = row<uint16_t>(c, in.form->blocks)[lane];
  const Cluster::Member own{c.shared, c.at};
  const uint32_t many = c.cluster == nullptr ? 1 : c.cluster->blocks;
  if (blocks >> many != 0) {
    unsupported(c, bit, "a copy to more blocks than the cluster has");
    return false;
  }
  bool again = false;
  for (; blocks != 0; blocks &= blocks - 1) {
    const int rank = std::countr_zero(blocks);
    const auto& to = c.cluster == nullptr ? own : c.cluster->member[rank];
    if (to.shared == nullptr) {
      unsupported(c, bit, "");
      c.fault.kind = Fault::Kind::kNoPeer;
      c.fault.peer = Peer::of(to.at, c.at);
      c.fault.access = AccessKind::kStore;
      c.fault.space = Space::kShared;
      c.fault.address = first.copy.target;
      return false;
    }
    BulkWork work = first;
    work.copy.peer = Peer::of(to.at, c.at);
    work.copy.again = again;
    again = true;
    work.target = to.shared + first.copy.target;
    work.shared = to.shared;
    work.object = to.shared + first.copy.object;
    c.machine->start_copy(work);
  }
  return true;
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

namespace {

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
      return unsupported(c, left,
                         "a bulk copy of more bytes than an mbarrier counts");
    if (!find_object(c, in, i, work)) return Step::kFault;
    if (copy.bytes != 0) {
      Range from{ends.from, copy.source, copy.bytes, kPiece, AccessKind::kLoad};
      work.source = find_range(c, in, i, from);
      if (work.source == nullptr) return Step::kFault;
      copy.source = from.address;
      const auto kind =
          fold == nullptr ? AccessKind::kStore : AccessKind::kAtomic;
      if (!find_target(c, in, i,
                       {ends.to, copy.target, copy.bytes, kPiece, kind}, work))
        return Step::kFault;
    }
    if (!start_copies(c, in, i, work)) return Step::kFault;
  }
  return Step::kNext;
}

template <Space kFrom, Space kTo, BulkEnd kEnd>
Step copy(Context& c, const Inst& in, LaneMask mask) {
  return copy_as(c, in, mask, {kFrom, kTo, kEnd}, nullptr);
}

template <Space kFrom, Space kTo, BulkEnd kEnd>
Step reduce(Context& c, const Inst& in, LaneMask mask) {
  return copy_as(c, in, mask, {kFrom, kTo, kEnd}, fold_of(*in.form));
}

// st.async and red.async: registers go to shared memory.
Step send_as(Context& c, const Inst& in, LaneMask mask, Fold fold) {
  // An H100 calls it an illegal instruction.
  if (!c.clusters)
    return unsupported(c, mask,
                       "a store or reduction to the shared memory of a cluster "
                       "(st.async, red.async) in a launch without clusters");
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
    if (!find_object(c, in, i, work) ||
        !find_target(c, in, i,
                     {Space::kShared, copy.target, copy.bytes, copy.bytes,
                      AccessKind::kStore},
                     work))
      return Step::kFault;
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
    Range range{Space::kGlobal, first(in).of(c, i), bytes, kPiece,
                AccessKind::kLoad};
    if (bytes != 0 && find_range(c, in, i, range) == nullptr)
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
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [a], [b], c:u32, [e], m:b16", 0, select<kLoad>, Event::kNothing, kCopies},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [a], [b], c:u32, [e], m:b16, d:b64", 0, select<kLoad>, Event::kNothing, kCopies},
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
