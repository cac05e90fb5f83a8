// SPDX-License-Identifier: MIT
// Which operands are what an instruction moved follows from its row: what it
// counts as, and whether its syntax writes d. Knows no opcode.
#include "simt/machine/step_watch.h"

#include <algorithm>
#include <cstring>

namespace simt {
namespace {

using ops::Event;
using ptx::size_of;

/// The registers of operand `scalar`, or of the vector that stands for it.
Stored rows_of(ops::Context& c, const ops::Inst& in, ops::Ref scalar) {
  Stored rows;
  rows.bytes = static_cast<uint8_t>(size_of(in.form->type));
  rows.stride = std::max(rows.bytes, in.d_bytes);
  rows.count = std::max<uint8_t>(in.count, 1);
  if (rows.bytes == 0 || rows.count > rows.row.size()) return {.count = 0};
  for (size_t e = 0; e < rows.count; ++e) {
    const ops::Ref ref = in.count > 1 ? c.lists[in.list + e] : scalar;
    if (ref == ops::kNoRef) return {.count = 0};
    rows.row[e] = ops::row<std::byte>(c, ref);
  }
  return rows;
}

bool is_load(const ops::Op& op) {
  return op.is_all(ops::Does::kReads | ops::Does::kPerLane);
}

bool is_store(const ops::Op& op) {
  return op.is_all(ops::Does::kWrites | ops::Does::kPerLane);
}

}  // namespace

void StepWatch::before(ops::Context& c, uint32_t pc) {
  const ops::Op* const op = kernel_.info[pc].op;
  if (op == nullptr || op->event != Event::kAtomic) return;
  const ops::Inst& in = kernel_.code[pc];
  if (in.count > 1) return;
  const Stored rows = rows_of(c, in, in.b);
  if (rows.count == 0) return;
  std::memcpy(kept_.data(), rows.row[0],
              kWarpSize * static_cast<size_t>(rows.bytes));
}

void StepWatch::after(ops::Context& c, const Warp& warp, LaneMask came,
                      LaneMask lanes, uint32_t pc) {
  Stepped stepped;
  stepped.at = c.at;
  stepped.pc = pc;
  stepped.came = came;
  stepped.lanes = lanes;
  stepped.exited = ~warp.live;
  stepped.context = &c;
  for (const Split& split : warp.splits) {
    const bool waits = split.wait == Split::Wait::kBarrier ||
                       split.wait == Split::Wait::kWarp ||
                       split.wait == Split::Wait::kCluster;
    if (waits) stepped.waiting |= split.mask;
  }
  const ops::Inst& in = kernel_.code[pc];
  const ops::Op* const op = kernel_.info[pc].op;
  if (op != nullptr && lanes != 0 && in.form != nullptr) {
    if (is_load(*op)) stepped.result = rows_of(c, in, in.d);
    if (is_store(*op)) stepped.operand = rows_of(c, in, in.b);
    if (op->event == Event::kShuffle) stepped.result = rows_of(c, in, in.d);
    if (op->event == Event::kAtomic && in.count <= 1) {
      stepped.result = rows_of(c, in, in.d);
      stepped.operand = rows_of(c, in, in.b);
      stepped.result.stride = stepped.operand.stride = stepped.operand.bytes;
      stepped.operand.row[0] = kept_.data();
    }
  }
  observer_.on_stepped(stepped);
}

}  // namespace simt
