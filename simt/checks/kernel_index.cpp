// SPDX-License-Identifier: MIT
// Numbers follow the sorted order of lines and mnemonics, so they are the same
// in every run. The code's address and length tell a kernel that was decoded
// again.
#include "simt/checks/kernel_index.h"

#include <map>
#include <utility>

namespace simt::checks {

std::string mnemonic_of(const program::InstInfo& info) {
  if (info.source == nullptr) return "?";
  std::string text = info.source->opcode;
  for (const std::string& modifier : info.source->modifiers)
    text += "." + modifier;
  return text;
}

KernelIndex::KernelIndex(const program::Kernel& kernel)
    : kernel_(&kernel),
      code_(kernel.code.data()),
      size_(kernel.info.size()),
      work_(kernel) {
  std::map<std::pair<std::string, int>, int> lines;
  std::map<std::string, int> mnemonics;
  for (const program::InstInfo& info : kernel.info) {
    if (!info.line.file.empty()) lines[{info.line.file, info.line.line}] = 0;
    mnemonics[checks::mnemonic_of(info)] = 0;
  }
  for (auto& [place, number] : lines) {
    number = static_cast<int>(lines_.size());
    lines_.push_back({place.first, place.second});
  }
  for (auto& [name, number] : mnemonics) {
    number = static_cast<int>(mnemonics_.size());
    mnemonics_.push_back(name);
  }
  for (const program::InstInfo& info : kernel.info) {
    const bool known = !info.line.file.empty();
    line_of_.push_back(known ? lines[{info.line.file, info.line.line}] : -1);
    mnemonic_of_.push_back(mnemonics[checks::mnemonic_of(info)]);
  }
}

bool KernelIndex::fits(const program::Kernel& kernel) const {
  return kernel_ == &kernel && code_ == kernel.code.data() &&
         size_ == kernel.info.size();
}

}  // namespace simt::checks
