// SPDX-License-Identifier: MIT
// Frames are kept when the last lane has left, for the next call of their
// function.
#include "simt/machine/calls.h"

#include <algorithm>
#include <bit>
#include <cstring>

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

// The frame of lanes that are in `function` by the same call, or null.
Frame* open_call(const Frame& from, uint32_t site, int function) {
  for (Frame* frame : from.calls_open)
    if (frame->call == site &&
        frame->function == static_cast<uint32_t>(function))
      return frame;
  return nullptr;
}

}  // namespace

Frame* Calls::take(uint32_t function) {
  std::unique_ptr<Frame> frame;
  const uint32_t bytes = kernel_.functions[function].frame_bytes;
  const auto spare = spare_.find(function);
  if (spare != spare_.end()) {
    frame = std::move(spare->second);
    spare_.erase(spare);
    std::memset(frame->registers.get(), 0, bytes);
  } else {
    frame = std::make_unique<Frame>();
    frame->registers = aligned_bytes(bytes);
  }
  frame->function = function;
  Frame* raw = frame.get();
  live_[raw] = std::move(frame);
  return raw;
}

// The last lane to leave gives the frame back.
void Calls::leave_frame(Frame* frame, LaneMask lanes) {
  frame->lanes &= ~lanes;
  if (frame->lanes != 0) return;
  std::erase(frame->parent->calls_open, frame);
  const auto place = live_.find(frame);
  spare_.emplace(frame->function, std::move(place->second));
  live_.erase(place);
}

Calls::Target Calls::target(const uint64_t* pointers, LaneMask lanes) const {
  Target target;
  target.address = pointers[std::countr_zero(lanes)];
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (pointers[i] == target.address) target.lanes |= 1u << i;
  }
  for (size_t f = 1; f < kernel_.functions.size(); ++f)
    if (kernel_.functions[f].address == target.address)
      target.function = static_cast<int>(f);
  return target;
}

std::optional<uint64_t> Calls::enter(Split& split, uint32_t site,
                                     int function) {
  const FunctionCode& code = kernel_.functions[static_cast<size_t>(function)];
  Frame* frame = open_call(*split.frame, site, function);
  if (frame == nullptr) {
    frame = take(static_cast<uint32_t>(function));
    frame->parent = split.frame;
    frame->depth = split.frame->depth + 1;
    frame->return_pc = split.pc + 1;
    frame->call = site;
    frame->lanes = 0;
    split.frame->calls_open.push_back(frame);
  }
  const uint64_t end =
      stack_frame(*split.frame, *frame, split.mask, code.local_bytes);
  if (frame->depth > kMaxDepth || end > stack_bytes_) return end;
  frame->lanes |= split.mask;
  copy_params(kernel_.calls[site].arguments, *split.frame, code.parameters,
              *frame, split.mask);
  split.frame = frame;
  split.pc = code.entry_pc;
  return std::nullopt;
}

Split Calls::leave(const Split& split, LaneMask lanes) {
  Frame* const frame = split.frame;
  copy_params(kernel_.functions[frame->function].results, *frame,
              kernel_.calls[frame->call].results, *frame->parent, lanes);
  Split back = split;
  back.mask = lanes;
  back.pc = frame->return_pc;
  back.frame = frame->parent;
  leave_frame(frame, lanes);
  return back;
}

}  // namespace simt
