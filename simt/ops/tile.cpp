// SPDX-License-Identifier: MIT
// Matrices between memory and the registers of a warp: wmma.load, wmma.store,
// ldmatrix, stmatrix; and movmatrix, which needs no memory.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "simt/ops/address.h"
#include "simt/ops/families.h"
#include "simt/ops/fragment.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

// The addresses in c.scratch as a request of `width` bytes a lane.
Addresses request(Context& c, LaneMask mask, uint32_t width) {
  Addresses a;
  a.lane = c.scratch;
  a.low = ~uint64_t{0};
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const uint64_t address = c.scratch[std::countr_zero(left)];
    const uint64_t end = address + width;
    a.low = std::min(a.low, address);
    a.high = std::max(a.high, end > address ? end : ~uint64_t{0});
    a.bits |= address;
  }
  return a;
}

bool no_matrix_there(Context& c, LaneMask lanes, Space space) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = lanes;
  c.fault.space = space;
  return false;
}

/// Makes one request for the addresses in c.scratch (which it changes) and
/// calls act(lane, bytes on the host) for each lane. False: a fault.
template <class Act>
bool transfer(Context& c, const Inst& in, LaneMask mask, uint32_t width,
              AccessKind kind, const Act& act) {
  for (LaneMask left = mask; left != 0;) {
    Space space = in.form->space;
    Addresses a = request(c, left, width);
    LaneMask same = left;
    if (space == Space::kGeneric) same = select_space(c, a, left, width, space);
    BlockVisit visit(c);
    if (space == Space::kShared) same = visit.enter(a, same, width, *in.form);
    if (!check_aligned(c, a, same, width, kind, space)) return false;
    Resolved where;
    if (space == Space::kShared) {
      if (!resolve_shared(c, a, same, width, kind, where)) return false;
    } else if (space == Space::kGlobal) {
      if (!resolve_global(c, in, a, same, width, kind, where)) return false;
    } else {
      return no_matrix_there(c, same, space);
    }
    report(c, in, a, same, width, kind, space, where.allocation);
    for (LaneMask who = same; who != 0; who &= who - 1) {
      const int lane = std::countr_zero(who);
      const uint64_t address = at(a, lane, width);
      std::byte* host = where.host + address;
      if (space == Space::kGlobal && where.allocation == nullptr)
        host = reinterpret_cast<std::byte*>(c.memory->find(address)->delta) +
               address;
      act(lane, host);
    }
    left &= ~same;
  }
  return true;
}

// The address operand of a lane.
uint64_t pointer(Context& c, const Inst& in, int lane) {
  if (in.flags & kAddress32)
    return static_cast<uint32_t>(row<uint32_t>(c, in.a)[lane] + in.offset);
  return row<uint64_t>(c, in.a)[lane] + static_cast<uint64_t>(in.offset);
}

// --- wmma.load, wmma.store --------------------------------------------------

/// A matrix on its way: the bits of each element.
struct Bits {
  uint64_t at[kMaxSide][kMaxSide] = {};
};

/// Where a matrix lies in memory.
struct InMemory {
  Layout layout;
  bool column = false;  // column by column
  uint32_t stride[kWarpSize] = {};

  int along(Cell cell) const { return column ? cell.row : cell.col; }
  int across(Cell cell) const { return column ? cell.col : cell.row; }
  /// Elements from the first one.
  uint64_t place(Cell cell, int lane) const {
    return uint64_t{stride[lane]} * static_cast<uint64_t>(across(cell)) +
           static_cast<uint64_t>(along(cell));
  }
  Cell cell(int across, int along) const {
    return column ? Cell{along, across} : Cell{across, along};
  }
};

/// A request of a load or store: each lane's first element, and how many
/// follow it in memory.
struct Run {
  std::array<Cell, kWarpSize> first;
  int count = 1;
};

Cell element(const Layout& l, int lane, int i) {
  return l.at(lane, i / l.packed, i % l.packed);
}

// Each lane asks for the elements that it holds, neighbours in memory at
// once. 16-bit elements that are no neighbours are asked for in pairs
// across, and change places between the lanes afterwards (movmatrix).
std::vector<Run> runs(const InMemory& m) {
  const Layout& l = m.layout;
  const int total = l.kept * l.packed;
  const auto neighbours = [&](int i) {
    const Cell a = element(l, 0, i), b = element(l, 0, i + 1);
    return m.across(a) == m.across(b) && m.along(a) + 1 == m.along(b);
  };
  std::vector<Run> all;
  if (l.bytes == 2 && !neighbours(0)) {
    const int lines = m.column ? l.cols : l.rows;
    for (int i = 0; i < l.kept; ++i) {
      Run run;
      run.count = 2;
      for (int lane = 0; lane < kWarpSize; ++lane) {
        const int across = i * 8 % lines + lane / 4;
        run.first[lane] = m.cell(across, i * 8 / lines * 8 + lane % 4 * 2);
      }
      all.push_back(run);
    }
    return all;
  }
  for (int i = 0; i < total;) {
    Run run;
    for (int lane = 0; lane < kWarpSize; ++lane)
      run.first[lane] = element(l, lane, i);
    while (i + run.count < total && run.count < std::max(2, l.packed) &&
           neighbours(i + run.count - 1))
      ++run.count;
    i += run.count;
    all.push_back(run);
  }
  return all;
}

// Reads or writes the whole matrix.
template <AccessKind kKind>
bool move(Context& c, const Inst& in, LaneMask mask, const InMemory& m,
          Bits& bits) {
  const auto bytes = static_cast<uint32_t>(m.layout.bytes);
  uint64_t first[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane)
    first[lane] = pointer(c, in, lane);
  for (const Run& run : runs(m)) {
    for (int lane = 0; lane < kWarpSize; ++lane)
      c.scratch[lane] = first[lane] + m.place(run.first[lane], lane) * bytes;
    const auto act = [&](int lane, std::byte* host) {
      const Cell start = run.first[lane];
      for (int i = 0; i < run.count; ++i) {
        const Cell cell = m.cell(m.across(start), m.along(start) + i);
        uint64_t& element = bits.at[cell.row][cell.col];
        std::byte* const there = host + i * m.layout.bytes;
        if constexpr (kKind == AccessKind::kLoad)
          std::memcpy(&element, there, bytes);
        else
          std::memcpy(there, &element, bytes);
      }
    };
    if (!transfer(c, in, mask, bytes * static_cast<uint32_t>(run.count), kKind,
                  act))
      return false;
  }
  return true;
}

InMemory in_memory(Context& c, const Inst& in) {
  const Form& form = *in.form;
  InMemory m;
  m.layout = layout_of(form, form.matrix, form.type, true);
  m.column = form.column[0];
  const int side = m.column ? m.layout.rows : m.layout.cols;
  for (int lane = 0; lane < kWarpSize; ++lane)
    m.stride[lane] = in.b == kNoRef ? static_cast<uint32_t>(side)
                                    : row<uint32_t>(c, in.b)[lane];
  return m;
}

// A lane's part of a register, as bytes.
std::byte* part_of(Context& c, const Layout& l, Ref ref, int lane, int part) {
  return row<std::byte>(c, ref) + (lane * l.packed + part) * l.bytes;
}

Step load(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const Ref* list = c.lists + in.list;
  const Fragment d = take_fragment(list);
  const InMemory m = in_memory(c, in);
  const Layout& l = m.layout;
  if (d.count != l.registers) return wrong_fragment(c, mask);
  Bits bits;
  if (!move<AccessKind::kLoad>(c, in, mask, m, bits)) return Step::kFault;
  for (int reg = 0; reg < l.registers; ++reg) {
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      for (int part = 0; part < l.packed; ++part) {
        const Cell cell = l.at(lane, reg, part);
        std::memcpy(part_of(c, l, d.refs[reg], lane, part),
                    &bits.at[cell.row][cell.col], static_cast<size_t>(l.bytes));
      }
    }
  }
  return Step::kNext;
}

Step store(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const Ref* list = c.lists + in.list;
  const Fragment d = take_fragment(list);
  const InMemory m = in_memory(c, in);
  const Layout& l = m.layout;
  if (d.count != l.registers) return wrong_fragment(c, mask);
  Bits bits;
  for (int reg = 0; reg < l.kept; ++reg) {
    for (int lane = 0; lane < kWarpSize; ++lane) {
      for (int part = 0; part < l.packed; ++part) {
        const Cell cell = l.at(lane, reg, part);
        std::memcpy(&bits.at[cell.row][cell.col],
                    part_of(c, l, d.refs[reg], lane, part),
                    static_cast<size_t>(l.bytes));
      }
    }
  }
  ++c.effects;
  return move<AccessKind::kStore>(c, in, mask, m, bits) ? Step::kNext
                                                        : Step::kFault;
}

bool has_extent(const Form& f) {
  const Extent& e = f.extent;
  if (f.type == Type::kF64) return e == Extent{8, 8, 4};
  const bool tf32 = e == Extent{16, 16, 8};
  if (f.type == Type::kTf32) return tf32;
  const bool sum = f.matrix == 'c' || f.matrix == 'd';
  return e == Extent{16, 16, 16} || e == Extent{32, 8, 16} ||
         e == Extent{8, 32, 16} || (tf32 && sum && f.type == Type::kF32);
}
template <Handler kHandler>
Handler select(const Form& f) {
  return has_extent(f) && f.layouts == 1 ? kHandler : nullptr;
}

// --- ldmatrix, stmatrix, movmatrix ------------------------------------------

// Matrices of 8 x 8 halves. Lane (g, t) holds in register i the elements
// (g, 2t) and (g, 2t + 1) of matrix i, or with .trans (2t, g) and (2t + 1, g).
struct Rows {
  uint16_t at[kWarpSize][8] = {};  // eight rows for each matrix
  uint16_t& held(const Form& form, int matrix, int lane, int part) {
    const int g = lane >> 2, k = 2 * (lane & 3) + part;
    return form.trans ? at[8 * matrix + k][g] : at[8 * matrix + g][k];
  }
};

// Lanes 8i .. 8i + 7 give the addresses of matrix i's rows.
LaneMask row_lanes(const Form& form, LaneMask mask) {
  return form.matrices == 4 ? mask : mask & ((1u << 8 * form.matrices) - 1);
}

template <AccessKind kKind>
bool move_rows(Context& c, const Inst& in, LaneMask mask, Rows& rows) {
  for (int lane = 0; lane < kWarpSize; ++lane)
    c.scratch[lane] = pointer(c, in, lane);
  const LaneMask lanes = row_lanes(*in.form, mask);
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t address = c.scratch[std::countr_zero(left)];
    const bool window = address - kSharedWindow < kWindowBytes;
    if (in.form->space == Space::kGeneric && !window)
      return no_matrix_there(c, lanes, Space::kGlobal);
  }
  return lanes == 0 ||
         transfer(c, in, lanes, 16, kKind, [&](int lane, std::byte* host) {
           if constexpr (kKind == AccessKind::kLoad)
             std::memcpy(rows.at[lane], host, 16);
           else
             std::memcpy(host, rows.at[lane], 16);
         });
}

Step load_rows(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const Ref* list = c.lists + in.list;
  const Fragment d = take_fragment(list);
  if (d.count != in.form->matrices) return wrong_fragment(c, mask);
  Rows rows;
  if (!move_rows<AccessKind::kLoad>(c, in, mask, rows)) return Step::kFault;
  for (int i = 0; i < d.count; ++i) {
    uint16_t* halves = row<uint16_t>(c, d.refs[i]);
    for (int half = 0; half < 2 * kWarpSize; ++half)
      if (mask >> half / 2 & 1)
        halves[half] = rows.held(*in.form, i, half / 2, half % 2);
  }
  return Step::kNext;
}

Step store_rows(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const Ref* list = c.lists + in.list;
  const Fragment d = take_fragment(list);
  if (d.count != in.form->matrices) return wrong_fragment(c, mask);
  Rows rows;
  for (int i = 0; i < d.count; ++i) {
    const uint16_t* halves = row<uint16_t>(c, d.refs[i]);
    for (int half = 0; half < 2 * kWarpSize; ++half)
      rows.held(*in.form, i, half / 2, half % 2) = halves[half];
  }
  ++c.effects;
  return move_rows<AccessKind::kStore>(c, in, mask, rows) ? Step::kNext
                                                          : Step::kFault;
}

Step transpose(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const Ref* list = c.lists + in.list;
  const Fragment d = take_fragment(list), a = take_fragment(list);
  if (d.count != 1 || a.count != 1) return wrong_fragment(c, mask);
  const uint16_t* from = row<uint16_t>(c, a.refs[0]);
  uint16_t result[2 * kWarpSize];
  for (int g = 0; g < 8; ++g)
    for (int k = 0; k < 8; ++k) result[8 * g + k] = from[8 * k + g];
  uint16_t* to = row<uint16_t>(c, d.refs[0]);
  for (int half = 0; half < 2 * kWarpSize; ++half)
    if (mask >> half / 2 & 1) to[half] = result[half];
  return Step::kNext;
}

bool in_shared(const Form& f) {
  return f.space == Space::kShared || f.space == Space::kGeneric;
}
template <Handler kHandler>
Handler select_rows(const Form& f) {
  return in_shared(f) ? kHandler : nullptr;
}
Handler select_transpose(const Form&) { return transpose; }

constexpr TypeSet kHalf = types(Type::kB16);
constexpr TypeSet kFactors =
    types(Type::kF16, Type::kBf16, Type::kTf32, Type::kS8, Type::kU8);
constexpr TypeSet kSums = types(Type::kF16, Type::kF32, Type::kS32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.14.4, 9.7.14.5), types, execute, counts as, does
    {"ldmatrix.sync.aligned.m8n8.matrices{.trans}{.space}.type <d:b32>, [a]", kHalf, select_rows<load_rows>, Event::kAccess, Does::kReads},
    {"movmatrix.sync.aligned.m8n8.trans.type <d:b32>, <a:b32>", kHalf, select_transpose, Event::kNothing},
    {"stmatrix.sync.aligned.m8n8.matrices{.trans}{.space}.type [a], <d:b32>", kHalf, select_rows<store_rows>, Event::kAccess, Does::kWrites},
    {"wmma.load.a.sync.aligned.layout.extent{.space}.type <d:b32>, [a]{, b:u32}", kFactors, select<load>, Event::kAccess, Does::kReads},
    {"wmma.load.a.sync.aligned.layout.extent{.space}.type <d>, [a]{, b:u32}", kF64, select<load>, Event::kAccess, Does::kReads},
    {"wmma.load.b.sync.aligned.layout.extent{.space}.type <d:b32>, [a]{, b:u32}", kFactors, select<load>, Event::kAccess, Does::kReads},
    {"wmma.load.b.sync.aligned.layout.extent{.space}.type <d>, [a]{, b:u32}", kF64, select<load>, Event::kAccess, Does::kReads},
    {"wmma.load.c.sync.aligned.layout.extent{.space}.type <d:b32>, [a]{, b:u32}", kSums, select<load>, Event::kAccess, Does::kReads},
    {"wmma.load.c.sync.aligned.layout.extent{.space}.type <d>, [a]{, b:u32}", kF64, select<load>, Event::kAccess, Does::kReads},
    {"wmma.store.d.sync.aligned.layout.extent{.space}.type [a], <d:b32>{, b:u32}", kSums, select<store>, Event::kAccess, Does::kWrites},
    {"wmma.store.d.sync.aligned.layout.extent{.space}.type [a], <d>{, b:u32}", kF64, select<store>, Event::kAccess, Does::kWrites},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> tile_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
