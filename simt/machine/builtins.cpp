// SPDX-License-Identifier: MIT
// Functions of the device runtime that the machine runs itself: printf,
// assert, malloc, free.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/machine/grid.h"
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
std::byte* Grid::lane_memory(Warp& warp, int lane, uint64_t address,
                             uint64_t& left) {
  const auto i = static_cast<uint64_t>(lane);
  if (address - kLocalWindow < shape_.stack_bytes) {
    const uint64_t offset = address - kLocalWindow;
    left = shape_.stack_bytes - offset;
    return warp.local.get() + i * shape_.stack_bytes + offset;
  }
  if (address - kSharedWindow < shape_.shared_bytes) {
    left = shape_.shared_bytes - (address - kSharedWindow);
    return context_.shared + (address - kSharedWindow);
  }
  const Allocation* a = memory_.find(address);
  if (a == nullptr || a->freed) return nullptr;
  left = a->end - address;
  return DeviceMemory::host(*a, address);
}

bool Grid::lane_string(Warp& warp, int lane, uint64_t address,
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

void Grid::print_lane(Warp& warp, const Split& split, const CallSite& site,
                      int lane) {
  std::string format;
  // Too much already: the launch ends when this turn does.
  if (printed_ > kPrintLimit) return;
  if (!lane_string(warp, lane, argument(split, site, 0, lane), format)) {
    give_result(split, site, lane, ~uint64_t{0});
    return;
  }
  uint64_t left = 0;
  const std::byte* packed =
      lane_memory(warp, lane, argument(split, site, 1, lane), left);
  int conversions = 0;
  print(format_device(
      format, packed, packed == nullptr ? 0 : left,
      [&](uint64_t address, std::string& text) {
        return lane_string(warp, lane, address, text);
      },
      conversions));
  give_result(split, site, lane, static_cast<uint64_t>(conversions));
}

std::array<uint32_t, 3> Grid::thread_of(const Warp& warp, int lane) const {
  const uint32_t t = warp.index * kWarpSize + static_cast<uint32_t>(lane);
  const auto& b = launch_.block;
  return {t % b[0], t / b[0] % b[1], t / b[0] / b[1]};
}

bool Grid::assert_fail(Warp& warp, const Split& split, const CallSite& site,
                       LaneMask mask) {
  const int lane = std::countr_zero(mask);
  std::string what, file, function;
  lane_string(warp, lane, argument(split, site, 0, lane), what);
  lane_string(warp, lane, argument(split, site, 1, lane), file);
  lane_string(warp, lane, argument(split, site, 3, lane), function);
  const auto line = static_cast<uint32_t>(argument(split, site, 2, lane));
  context_.fault = Fault{};
  context_.fault.kind = Fault::Kind::kAssert;
  context_.fault.lanes = mask;
  file = file.substr(file.rfind('/') + 1);  // the place names the path
  context_.fault.text = "`" + what + "` in " + function + ", " + file + ":" +
                        std::to_string(line);
  return false;
}

bool Grid::builtin(Warp& warp, Split& split, const CallSite& site,
                   LaneMask mask) {
  if (site.builtin == Builtin::kAssertFail)
    return assert_fail(warp, split, site, mask);
  if (context_.delay_stores) stores_.drain(*running_block_);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (site.builtin == Builtin::kPrintf) {
      ++context_.effects;
      print_lane(warp, split, site, lane);
    } else if (site.builtin == Builtin::kMalloc) {
      const uint64_t made = device_malloc(argument(split, site, 0, lane));
      if (made != 0) ++context_.effects;  // a full heap stays as it is
      give_result(split, site, lane, made);
    } else if (site.builtin == Builtin::kFree) {
      const uint64_t address = argument(split, site, 0, lane);
      if (address == 0) continue;
      ++context_.effects;
      if (device_free(address)) continue;
      context_.fault = Fault{};
      context_.fault.kind = Fault::Kind::kFreed;
      context_.fault.lanes = 1u << lane;
      context_.fault.address = address;
      context_.fault.nearest = memory_.below(address);
      context_.fault.text = "free of an address that malloc did not return";
      return false;
    }
  }
  return true;
}

}  // namespace simt
