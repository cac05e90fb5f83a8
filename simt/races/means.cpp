// SPDX-License-Identifier: MIT
// See means.h.
#include "simt/races/means.h"

#include <string>
#include <unordered_set>

namespace simt::races {

bool joins_a_part(const ptx::Instruction& instruction) {
  if (instruction.opcode != "bar" && instruction.opcode != "barrier")
    return false;
  bool reduces = false;
  for (const std::string& word : instruction.modifiers) {
    if (word == "warp") return false;
    if (word == "arrive") return true;
    reduces = reduces || word == "red";
  }
  return instruction.operands.size() > (reduces ? 3u : 1u);
}

std::vector<uint8_t> results_used(const program::Kernel& kernel) {
  std::unordered_set<ops::Ref> read(kernel.lists.begin(), kernel.lists.end());
  for (const ops::Inst& in : kernel.code)
    read.insert({in.a, in.b, in.c, in.e, in.guard});
  read.erase(ops::kNoRef);
  std::vector<uint8_t> used;
  for (const ops::Inst& in : kernel.code) used.push_back(read.count(in.d));
  return used;
}

void add_means(const ptx::Instruction& instruction, bool used, Means& means) {
  const std::string& name = instruction.opcode;
  if (name == "membar" || name == "fence" || name == "mbarrier")
    means.order = true;
  if (name == "mbarrier" || (name == "atom" && used)) means.look = true;
  for (const std::string& word : instruction.modifiers) {
    if (word == "acquire" || word == "release" || word == "acq_rel")
      means.order = true;
    if (name == "ld" &&
        (word == "volatile" || word == "relaxed" || word == "acquire"))
      means.look = true;
  }
}

}  // namespace simt::races
