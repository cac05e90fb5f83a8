// SPDX-License-Identifier: MIT
// Types stand in the order of their enum, special registers in that of the
// alphabet, for binary search.
#include "simt/ptx/names.h"

#include <algorithm>
#include <iterator>

namespace simt::ptx {
namespace {

struct TypeName {
  const char* name;
  Type type;
  int size;  // bytes
};

// In the order of the enum, so that the row of a type is its number.
constexpr TypeName kTypes[] = {
    {"none", Type::kNone, 0},     {"pred", Type::kPred, 0},
    {"b8", Type::kB8, 1},         {"b16", Type::kB16, 2},
    {"b32", Type::kB32, 4},       {"b64", Type::kB64, 8},
    {"b128", Type::kB128, 16},    {"u8", Type::kU8, 1},
    {"u16", Type::kU16, 2},       {"u32", Type::kU32, 4},
    {"u64", Type::kU64, 8},       {"s8", Type::kS8, 1},
    {"s16", Type::kS16, 2},       {"s32", Type::kS32, 4},
    {"s64", Type::kS64, 8},       {"f16", Type::kF16, 2},
    {"f16x2", Type::kF16x2, 4},   {"bf16", Type::kBf16, 2},
    {"bf16x2", Type::kBf16x2, 4}, {"tf32", Type::kTf32, 4},
    {"f32", Type::kF32, 4},       {"f64", Type::kF64, 8},
    {"e4m3", Type::kE4m3, 1},     {"e5m2", Type::kE5m2, 1},
    {"e4m3x2", Type::kE4m3x2, 2}, {"e5m2x2", Type::kE5m2x2, 2},
};

// Sorted, for binary search.
constexpr std::string_view kSpecial[] = {
    "%aggr_smem_size",
    "%clock",
    "%clock64",
    "%clock_hi",
    "%cluster_ctaid",
    "%cluster_ctarank",
    "%cluster_nctaid",
    "%cluster_nctarank",
    "%clusterid",
    "%ctaid",
    "%current_graph_exec",
    "%dynamic_smem_size",
    "%globaltimer",
    "%globaltimer_hi",
    "%globaltimer_lo",
    "%gridid",
    "%is_explicit_cluster",
    "%laneid",
    "%lanemask_eq",
    "%lanemask_ge",
    "%lanemask_gt",
    "%lanemask_le",
    "%lanemask_lt",
    "%nclusterid",
    "%nctaid",
    "%nsmid",
    "%ntid",
    "%nwarpid",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_cap",
    "%reserved_smem_offset_end",
    "%smid",
    "%tid",
    "%total_smem_size",
    "%warpid",
};
static_assert(std::is_sorted(std::begin(kSpecial), std::end(kSpecial)));

// `%envreg0` .. `%envreg31`, `%pm0` .. `%pm7`, `%pm0_64`, ...
bool is_numbered_special(std::string_view name) {
  for (const std::string_view prefix :
       {"%envreg", "%pm", "%reserved_smem_offset_"}) {
    if (name.size() > prefix.size() && name.starts_with(prefix)) {
      const char c = name[prefix.size()];
      return c >= '0' && c <= '9';
    }
  }
  return false;
}

}  // namespace

bool is_special_register(std::string_view name) {
  return std::binary_search(std::begin(kSpecial), std::end(kSpecial), name) ||
         is_numbered_special(name);
}

Type type_named(std::string_view word) {
  for (const TypeName& row : kTypes) {
    if (row.type != Type::kNone && word == row.name) return row.type;
  }
  return Type::kNone;
}

bool space_named(std::string_view word, Space& space) {
  if (word == "global")
    space = Space::kGlobal;
  else if (word == "shared")
    space = Space::kShared;
  else if (word == "local")
    space = Space::kLocal;
  else if (word == "const")
    space = Space::kConst;
  else if (word == "param")
    space = Space::kParam;
  else
    return false;
  return true;
}

int size_of(Type type) { return kTypes[static_cast<int>(type)].size; }

Type type_from(const std::string& word) { return type_named(word); }

const char* name_of(Type type) { return kTypes[static_cast<int>(type)].name; }

}  // namespace simt::ptx
