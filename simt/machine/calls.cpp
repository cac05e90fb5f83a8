// SPDX-License-Identifier: MIT
// Calls of device functions: each gets a frame for the lanes that made it.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/machine/grid.h"

namespace simt {
namespace {

using program::FunctionCode;

constexpr uint32_t kMaxDepth = 4096;  // calls inside calls

// Copies each lane's bytes of `from` into `to`; sizes may differ.
void copy_params(const std::vector<FunctionCode::Param>& from,
                 const Frame& source,
                 const std::vector<FunctionCode::Param>& to, Frame& target,
                 LaneMask mask) {
  const size_t n = std::min(from.size(), to.size());
  for (size_t p = 0; p < n; ++p) {
    const uint32_t bytes = std::min(from[p].stride, to[p].stride);
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const auto i = static_cast<uint32_t>(std::countr_zero(left));
      std::memcpy(target.registers.get() + to[p].offset + i * to[p].stride,
                  source.registers.get() + from[p].offset + i * from[p].stride,
                  bytes);
    }
  }
}

// Puts the callee's local variables behind what the caller has, which alloca
// makes each lane's own; returns the farthest end.
uint64_t stack_frame(const Frame& caller, Frame& callee, LaneMask mask,
                     uint32_t bytes) {
  const auto row = [](const Frame& frame, uint32_t at) {
    return reinterpret_cast<uint64_t*>(frame.registers.get() + at);
  };
  const uint64_t* before = row(caller, ops::kLocalEndRow);
  uint64_t* base = row(callee, ops::kLocalBaseRow);
  uint64_t* end = row(callee, ops::kLocalEndRow);
  uint64_t farthest = 0;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    base[i] = before[i];
    end[i] = before[i] + bytes;
    farthest = std::max(farthest, end[i]);
  }
  return farthest;
}

}  // namespace

Frame* Grid::take_frame(uint32_t function) {
  std::unique_ptr<Frame> frame;
  const uint32_t bytes = kernel_.functions[function].frame_bytes;
  const auto spare = spare_frames_.find(function);
  if (spare != spare_frames_.end()) {
    frame = std::move(spare->second);
    spare_frames_.erase(spare);
    std::memset(frame->registers.get(), 0, bytes);
  } else {
    frame = std::make_unique<Frame>();
    frame->registers = aligned_bytes(bytes);
  }
  frame->function = function;
  Frame* raw = frame.get();
  live_frames_[raw] = std::move(frame);
  return raw;
}

// The frame of lanes that are in `function` by the same call, or null.
Frame* Grid::open_call(const Frame& from, uint32_t call, int function) {
  for (Frame* frame : from.calls_open)
    if (frame->call == call &&
        frame->function == static_cast<uint32_t>(function))
      return frame;
  return nullptr;
}

// Who leaves last gives the frame back.
void Grid::leave_frame(Frame* frame, LaneMask lanes) {
  frame->lanes &= ~lanes;
  if (frame->lanes != 0) return;
  std::erase(frame->parent->calls_open, frame);
  const auto place = live_frames_.find(frame);
  spare_frames_.emplace(frame->function, std::move(place->second));
  live_frames_.erase(place);
}

Grid::Stop Grid::call(Warp& warp, Split& split, LaneMask mask) {
  const ops::Inst& in = kernel_.code[split.pc];
  const program::CallSite& site = kernel_.calls[in.target];
  if (site.builtin != program::Builtin::kNone) {
    if (!builtin(warp, split, site, mask)) {
      fault(warp, split);
      return Stop::kFault;
    }
    ++split.pc;
    return Stop::kRepick;
  }
  if (mask != split.mask) {
    const uint32_t pc = split.pc;
    leave_behind(warp, split, mask);
    for (Split& s : warp.splits)
      if (s.mask == mask && s.pc == pc) return call(warp, s, mask);
  }
  if (site.pointer == ops::kNoRef)
    return enter(warp, split, in.target, site.function);
  // Through a pointer: the lanes that call one function go first; the others
  // come back to this instruction.
  const uint64_t* pointers = ops::row<uint64_t>(context_, site.pointer);
  const uint64_t wanted = pointers[std::countr_zero(mask)];
  LaneMask same = 0;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (pointers[i] == wanted) same |= 1u << i;
  }
  int function = -1;
  for (size_t f = 1; f < kernel_.functions.size(); ++f)
    if (kernel_.functions[f].address == wanted) function = static_cast<int>(f);
  if (function < 0) {
    context_.fault = Fault{};
    context_.fault.kind = Fault::Kind::kBadCall;
    context_.fault.lanes = same;
    context_.fault.address = wanted;
    fault(warp, split);
    return Stop::kFault;
  }
  if (same == mask) return enter(warp, split, in.target, function);
  const Join join{split.pc + 1, split.frame, split.mask};
  Split others = split;
  others.mask = mask & ~same;
  split.mask = same;
  const uint32_t index = in.target;
  const Stop stop = enter(warp, split, index, function);
  warp.splits.push_back(others);
  if (lockstep_) part(warp, join);
  return stop;
}

Grid::Stop Grid::enter(Warp& warp, Split& split, uint32_t call, int function) {
  const FunctionCode& code = kernel_.functions[static_cast<size_t>(function)];
  Frame* frame = open_call(*split.frame, call, function);
  if (frame == nullptr) {
    frame = take_frame(static_cast<uint32_t>(function));
    frame->parent = split.frame;
    frame->depth = split.frame->depth + 1;
    frame->return_pc = split.pc + 1;
    frame->call = call;
    frame->lanes = 0;
    split.frame->calls_open.push_back(frame);
  }
  const uint64_t end =
      stack_frame(*split.frame, *frame, split.mask, code.local_bytes);
  if (frame->depth > kMaxDepth || end > shape_.stack_bytes) {
    ops::overflow_stack(context_, split.mask, end);
    fault(warp, split);
    return Stop::kFault;
  }
  frame->lanes |= split.mask;
  copy_params(kernel_.calls[call].arguments, *split.frame, code.parameters,
              *frame, split.mask);
  split.frame = frame;
  split.pc = code.entry_pc;
  return Stop::kRepick;
}

// ret: in the kernel itself it is an exit.
void Grid::leave(Block& block, Warp& warp, Split& split, LaneMask mask) {
  Frame* frame = split.frame;
  if (frame->parent == nullptr) {
    exit_lanes(block, warp, split, mask);
    return;
  }
  copy_params(kernel_.functions[frame->function].results, *frame,
              kernel_.calls[frame->call].results, *frame->parent, mask);
  const Join join{frame->return_pc, frame->parent, split.mask};
  Split back = split;
  back.mask = mask;
  back.pc = frame->return_pc;
  back.frame = frame->parent;
  split.mask &= ~mask;
  ++split.pc;
  if (split.mask == 0) {
    split = back;
  } else {
    warp.splits.push_back(back);
    if (lockstep_) part(warp, join);
  }
  leave_frame(frame, mask);
}

}  // namespace simt
