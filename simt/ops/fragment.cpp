// SPDX-License-Identifier: MIT
// A lane is (g, t): g = lane / 4, t = lane % 4.
#include "simt/ops/fragment.h"

#include "simt/ops/observer.h"

namespace simt::ops::SIMT_ISA {
namespace {

// A matrix of `across` x depth in parts of 16 x depth (8 when that is all);
// each lane of a row holds `packed` neighbours along the depth.
Cell wide(const Layout& l, int g, int t, int reg, int part) {
  const int step = 4 * l.packed;  // along the depth, of one register
  if (l.across == 8) return {g, t * l.packed + part + step * reg};
  const int of_part = 2 * (l.depth / step);
  const int inside = reg % of_part;
  return {16 * (reg / of_part) + g + 8 * (inside & 1),
          t * l.packed + part + step * (inside >> 1)};
}

// The other factor, as (index along 8, index along the depth).
Cell narrow(const Layout& l, int g, int t, int reg, int part) {
  const int step = 4 * l.packed;
  const int of_part = l.depth / step;
  return {8 * (reg / of_part) + g,
          t * l.packed + part + step * (reg % of_part)};
}

// The sum, 16 x 8 in a part; parts go along the longer side.
Cell sum(const Layout& l, int g, int t, int reg, int part) {
  const int i = reg * l.packed + part;
  if (l.across == 8) return {g, 2 * t + i};
  const int number = i >> 2;
  const int down = l.across == 32 ? number : 0;
  return {16 * down + g + 8 * (i >> 1 & 1),
          8 * (number - down) + 2 * t + (i & 1)};
}

int bytes_of(ptx::Type type) { return ptx::size_of(type); }

}  // namespace

Cell Layout::at(int lane, int reg, int part) const {
  const int g = lane >> 2, t = lane & 3;
  reg %= kept;
  const Cell cell = kind == Kind::kWide     ? wide(*this, g, t, reg, part)
                    : kind == Kind::kNarrow ? narrow(*this, g, t, reg, part)
                                            : sum(*this, g, t, reg, part);
  if (turned) return {cell.col, cell.row};
  return cell;
}

Layout layout_of(const Form& form, char matrix, ptx::Type type, bool wmma) {
  const Extent& e = form.extent;
  // The transposed product has B as its wide factor.
  const bool swapped = e.m == 8 && e.n == 32;
  Layout l;
  l.rows = matrix == 'b' ? e.k : e.m;
  l.cols = matrix == 'a' ? e.k : e.n;
  l.bytes = bytes_of(type);
  l.packed = l.bytes >= 4 ? 1 : 4 / l.bytes;
  l.depth = e.k;
  l.kept = l.rows * l.cols / kWarpSize / l.packed;
  l.registers = l.kept;
  if (matrix == 'a' || matrix == 'b') {
    const bool is_wide = (matrix == 'a') != swapped;
    l.kind = is_wide ? Layout::Kind::kWide : Layout::Kind::kNarrow;
    l.turned = matrix == 'b';
    l.across = matrix == 'a' ? e.m : e.n;
    if (wmma && type == ptx::Type::kF16) l.registers = 8;
  } else {
    l.kind = Layout::Kind::kSum;
    l.turned = swapped;
    l.across = swapped ? e.n : e.m;
  }
  return l;
}

Fragment take_fragment(const Ref*& list) {
  const Fragment f{list + 1, static_cast<int>(list[0])};
  list += 1 + f.count;
  return f;
}

void check_whole_warp(Context& c, const Inst& in, LaneMask mask) {
  if (mask == kAllLanes || c.observer == nullptr) return;
  MaskError error;
  error.kind = MaskError::Kind::kNeverArrives;
  error.at = c.at;
  error.pc = static_cast<uint32_t>(&in - c.code);
  error.mask = kAllLanes;
  error.lanes = ~mask;
  error.exited = c.exited;
  c.observer->on_mask_error(error);
}

Step wrong_fragment(Context& c, LaneMask mask) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = mask;
  return Step::kFault;
}

}  // namespace simt::ops::SIMT_ISA
