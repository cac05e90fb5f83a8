// SPDX-License-Identifier: MIT
// Finds what the handle of a texture or surface object names.
#include "simt/ops/numbers.h"
#include "simt/ops/observer.h"
#include "simt/ops/texture.h"

namespace simt::ops::SIMT_ISA {
namespace {

bool fail(Context& c, Fault::Kind kind, int lane, uint64_t address,
          const Allocation* nearest) {
  c.fault = Fault{};
  c.fault.kind = kind;
  c.fault.lanes = LaneMask{1} << lane;
  c.fault.address = address;
  c.fault.bytes = 4;
  c.fault.nearest = nearest;
  return false;
}

}  // namespace

bool refuse(Context& c, LaneMask mask, const char* what) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = mask;
  c.fault.text = what;
  return false;
}

bool open(Context& c, uint64_t handle, int lane, Opened& opened) {
  const Allocation* a = c.memory->find(handle);
  if (!a) return fail(c, Fault::Kind::kOutOfBounds, lane, handle, nullptr);
  if (a->freed) return fail(c, Fault::Kind::kFreed, lane, handle, a);
  const Texture* texture = a->texture.get();
  if (handle != a->begin || texture == nullptr) {
    return fail(c, Fault::Kind::kOutOfBounds, lane, handle, nullptr);
  }
  // Other memory may have come to this place since the object was made.
  const Allocation* texels = c.memory->find(texture->begin);
  if (texels && !texels->freed && !(texels->reach & c.device_bit)) {
    return fail(c, Fault::Kind::kPeer, lane, texture->begin, texels);
  }
  if (!texels || texels->freed ||
      !texture->fits(texels->end - texture->begin)) {
    return fail(c, Fault::Kind::kFreed, lane, texture->begin,
                c.memory->near(texture->begin));
  }
  opened = {handle, texture,
            reinterpret_cast<std::byte*>(static_cast<int64_t>(texture->begin) +
                                         texels->delta)};
  return true;
}

}  // namespace simt::ops::SIMT_ISA
