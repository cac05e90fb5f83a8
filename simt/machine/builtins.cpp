// SPDX-License-Identifier: MIT
// Arguments and results lie in the caller's frame, as the call site says.
#include "simt/machine/builtins.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simt/machine/printf.h"

namespace simt {
namespace {

using program::Builtin;
using program::CallSite;

// Argument `i` of one lane, as the caller stored it.
uint64_t argument(const Split& split, const CallSite& site, size_t i,
                  int lane) {
  uint64_t value = 0;
  if (i >= site.arguments.size()) return 0;
  const auto& p = site.arguments[i];
  std::memcpy(&value,
              split.frame->registers.get() + p.offset +
                  p.stride * static_cast<uint32_t>(lane),
              p.bytes < 8 ? p.bytes : 8);
  return value;
}

// A dim3, which a call takes whole.
std::array<uint32_t, 3> sizes(const Split& split, const CallSite& site,
                              size_t i, int lane) {
  std::array<uint32_t, 3> value{};
  if (i >= site.arguments.size()) return value;
  const auto& p = site.arguments[i];
  std::memcpy(value.data(),
              split.frame->registers.get() + p.offset +
                  p.stride * static_cast<uint32_t>(lane),
              std::min<size_t>(p.bytes, sizeof value));
  return value;
}

void give_result(const Split& split, const CallSite& site, int lane,
                 uint64_t value) {
  if (site.results.empty()) return;
  const auto& p = site.results[0];
  std::memcpy(split.frame->registers.get() + p.offset +
                  p.stride * static_cast<uint32_t>(lane),
              &value, p.bytes < 8 ? p.bytes : 8);
}

}  // namespace

// The emulator's pointer for a generic address of one lane; `left` is how
// many bytes may be read there. Null when nothing is there.
std::byte* Builtins::lane_memory(const Warp& warp, int lane, uint64_t address,
                                 uint64_t& left) {
  const auto i = static_cast<uint64_t>(lane);
  if (address - kLocalWindow < context_.local_stride) {
    const uint64_t offset = address - kLocalWindow;
    left = context_.local_stride - offset;
    return warp.local.get() + i * context_.local_stride + offset;
  }
  const uint64_t own =
      kSharedWindow + (uint64_t{context_.rank} << ops::kRankShift);
  if (address - own < context_.shared_bytes) {
    left = context_.shared_bytes - (address - own);
    return context_.shared + (address - own);
  }
  const Allocation* a = memory_.find(address);
  if (a == nullptr || !(a->reach & context_.device_bit)) return nullptr;
  left = a->end - address;
  return DeviceMemory::host(*a, address);
}

bool Builtins::lane_string(const Warp& warp, int lane, uint64_t address,
                           std::string& out) {
  uint64_t left = 0;
  const std::byte* text = lane_memory(warp, lane, address, left);
  if (text == nullptr) return false;
  const auto* begin = reinterpret_cast<const char*>(text);
  const uint64_t most = std::min(left, kMostText);
  const void* end = std::memchr(begin, 0, most);
  if (end == nullptr && left <= kMostText) return false;
  out.assign(begin,
             end != nullptr ? static_cast<const char*>(end) : begin + most);
  return true;
}

void Builtins::print(const WarpPlace& at, const Warp& warp, const Split& split,
                     const CallSite& site, int lane) {
  // Too much already: the launch ends when this turn does.
  if (printed_too_much()) return;
  std::string format;
  if (!lane_string(warp, lane, argument(split, site, 0, lane), format)) {
    give_result(split, site, lane, ~uint64_t{0});
    return;
  }
  uint64_t left = 0;
  const std::byte* packed =
      lane_memory(warp, lane, argument(split, site, 1, lane), left);
  const DeviceText out =
      format_device(format, packed, packed == nullptr ? 0 : left,
                    [&](uint64_t address, std::string& string) {
                      return lane_string(warp, lane, address, string);
                    });
  using Kind = FormatError::Kind;
  for (const std::string& unknown : out.unknown) {
    observer_.on_format_error({Kind::kUnknown, at, split.pc, lane, unknown});
  }
  if (!out.left_out.empty()) {
    observer_.on_format_error(
        {Kind::kLeftOut, at, split.pc, lane, out.left_out});
  }
  printed_ += out.text.size();
  if (settings_.print && !printed_too_much()) settings_.print(out.text);
  give_result(split, site, lane, static_cast<uint64_t>(out.conversions));
}

void Builtins::allocate(const Split& split, const CallSite& site, int lane) {
  uint64_t made = 0;
  if (settings_.device_malloc)
    made = settings_.device_malloc(argument(split, site, 0, lane));
  if (made != 0) ++context_.effects;  // a full heap stays as it is
  give_result(split, site, lane, made);
}

bool Builtins::release(const Split& split, const CallSite& site, int lane) {
  const uint64_t address = argument(split, site, 0, lane);
  if (address == 0) return true;
  ++context_.effects;
  if (settings_.device_free && settings_.device_free(address)) return true;
  context_.fault = Fault{};
  context_.fault.kind = Fault::Kind::kFreed;
  context_.fault.lanes = 1u << lane;
  context_.fault.address = address;
  context_.fault.nearest = memory_.find(address);
  context_.fault.text = "free of an address that malloc did not return";
  return false;
}

bool Builtins::set_condition(const Split& split, const CallSite& site,
                             int lane) {
  const uint64_t handle = argument(split, site, 0, lane);
  const auto value = static_cast<uint32_t>(argument(split, site, 1, lane));
  ++context_.effects;
  if (settings_.set_condition && settings_.set_condition(handle, value))
    return true;
  context_.fault = Fault{};
  context_.fault.kind = Fault::Kind::kOutOfBounds;
  context_.fault.lanes = 1u << lane;
  context_.fault.access = AccessKind::kStore;
  context_.fault.bytes = 4;
  context_.fault.address = handle;
  return false;
}

void Builtins::prepare_launch(const Split& split, const CallSite& site,
                              int lane) {
  const DeviceLaunch wish{
      argument(split, site, 0, lane), sizes(split, site, 1, lane),
      sizes(split, site, 2, lane),
      static_cast<uint32_t>(argument(split, site, 3, lane))};
  ++context_.effects;
  give_result(split, site, lane,
              settings_.launch_memory ? settings_.launch_memory(wish) : 0);
}

void Builtins::launch(Warp& warp, const Split& split, const CallSite& site,
                      int lane) {
  ++context_.effects;
  if (!settings_.launch) return;
  const uint32_t error = settings_.launch(argument(split, site, 0, lane),
                                          argument(split, site, 1, lane));
  if (error != 0) warp.launch_errors[lane] = error;
  give_result(split, site, lane, error);
}

void Builtins::tell_error(Warp& warp, const Split& split, const CallSite& site,
                          int lane) {
  const auto known = warp.launch_errors.find(lane);
  const bool failed = known != warp.launch_errors.end();
  give_result(split, site, lane, failed ? known->second : 0);
  const bool forgets = site.builtin == Builtin::kLastLaunchError;
  if (failed && forgets) warp.launch_errors.erase(known);
}

void Builtins::assert_fail(const Warp& warp, const Split& split,
                           const CallSite& site, LaneMask lanes) {
  const int lane = std::countr_zero(lanes);
  std::string what, file, function;
  lane_string(warp, lane, argument(split, site, 0, lane), what);
  lane_string(warp, lane, argument(split, site, 1, lane), file);
  lane_string(warp, lane, argument(split, site, 3, lane), function);
  const auto line = static_cast<uint32_t>(argument(split, site, 2, lane));
  context_.fault = Fault{};
  context_.fault.kind = Fault::Kind::kAssert;
  context_.fault.lanes = lanes;
  file = file.substr(file.rfind('/') + 1);  // the place names the path
  context_.fault.text = "`" + what + "` in " + function + ", " + file + ":" +
                        std::to_string(line);
}

bool Builtins::run(const WarpPlace& at, Warp& warp, const Split& split,
                   const CallSite& site, LaneMask lanes) {
  if (site.builtin == Builtin::kAssertFail) {
    assert_fail(warp, split, site, lanes);
    return false;
  }
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (site.builtin == Builtin::kPrintf) {
      ++context_.effects;
      print(at, warp, split, site, lane);
    } else if (site.builtin == Builtin::kMalloc) {
      allocate(split, site, lane);
    } else if (site.builtin == Builtin::kLaunchMemory) {
      prepare_launch(split, site, lane);
    } else if (site.builtin == Builtin::kLaunch) {
      launch(warp, split, site, lane);
    } else if (site.builtin == Builtin::kLastLaunchError ||
               site.builtin == Builtin::kLaunchError) {
      tell_error(warp, split, site, lane);
    } else if (site.builtin == Builtin::kSetCondition) {
      if (!set_condition(split, site, lane)) return false;
    } else if (!release(split, site, lane)) {
      return false;
    }
  }
  return true;
}

}  // namespace simt
