// SPDX-License-Identifier: MIT
// Lists the instructions that the emulator has no row for, of PTX files and of
// the PTX that nvcc put into programs: coverage OUT_OF_SCOPE FILE...

// OUT_OF_SCOPE holds one beginning of a mnemonic a line, with the reason
// after a blank. Fails when a form is missing that no line there names, and
// when a file holds no PTX, does not parse or holds no kernel.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "simt/fatbin/fatbin.h"
#include "simt/program/program.h"
#include "simt/ptx/module.h"

namespace {

std::string read_file(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> read_scope(const char* path) {
  std::vector<std::string> names;
  std::istringstream text(read_file(path));
  for (std::string line; std::getline(text, line);)
    if (!line.empty() && line[0] != '#')
      names.push_back(line.substr(0, line.find(' ')));
  return names;
}

/// What the files hold: forms, each with how often it is written.
struct Forms {
  std::map<std::string, int> missing;
  std::set<std::string> known;
  int kernels = 0, instructions = 0, failed = 0;
};

std::string mnemonic_of(const simt::ptx::Instruction& in) {
  std::string text = in.opcode;
  for (const std::string& word : in.modifiers) text += "." + word;
  return text;
}

/// The PTX of a program: nvcc lays its containers one behind the other, each
/// at a multiple of eight bytes. A damaged one counts as failed.
std::vector<std::string> embedded_ptx(const char* path,
                                      const std::string& program,
                                      Forms& forms) {
  static const std::string kMagic = "\x50\xed\x55\xba";
  std::vector<std::string> texts;
  for (size_t at = program.find(kMagic); at != std::string::npos;
       at = program.find(kMagic, at + kMagic.size())) {
    if (at % 8 != 0) continue;
    std::string error;
    const auto entries = simt::fatbin::read_container(
        std::string_view(program).substr(at), error);
    if (!entries) {
      std::printf("%s: %s\n", path, error.c_str());
      ++forms.failed;
      continue;
    }
    for (const auto& entry : *entries)
      if (entry.kind == simt::fatbin::Entry::Kind::kPtx)
        texts.push_back(entry.payload);
  }
  return texts;
}

void read_module(const char* path, const std::string& text, Forms& forms) {
  simt::ptx::ParseError error;
  const auto module = simt::ptx::parse(text, error);
  if (!module) {
    std::printf("%s:%d: %s\n", path, error.ptx_line, error.message.c_str());
    ++forms.failed;
    return;
  }
  simt::program::Linker linker;
  linker.variable = [](const std::string&) { return uint64_t{4096}; };
  for (const auto& f : module->functions) {
    if (!f.entry) continue;
    std::string why;
    const auto kernel = simt::program::decode(*module, f, linker, why);
    ++forms.kernels;
    if (kernel == nullptr) {
      std::printf("%s: %s: %s\n", path, f.name.c_str(), why.c_str());
      ++forms.failed;
      continue;
    }
    forms.instructions += static_cast<int>(kernel->info.size());
    for (const auto& info : kernel->info) {
      const std::string form = mnemonic_of(*info.source);
      if (info.op != nullptr)
        forms.known.insert(form);
      else
        ++forms.missing[form];
    }
  }
}

void read_path(const char* path, Forms& forms) {
  const std::string file = read_file(path);
  const std::vector<std::string> texts = file.starts_with(
                                             "\x7f"
                                             "ELF")
                                             ? embedded_ptx(path, file, forms)
                                             : std::vector<std::string>{file};
  const int before = forms.kernels;
  for (const std::string& text : texts) read_module(path, text, forms);
  if (forms.kernels > before) return;
  std::printf("%s: no kernel\n", path);
  ++forms.failed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3)
    return std::fprintf(stderr, "usage: coverage OUT_OF_SCOPE FILE...\n"), 2;
  const std::vector<std::string> scope = read_scope(argv[1]);
  Forms forms;
  for (int i = 2; i < argc; ++i) read_path(argv[i], forms);
  int wrong = forms.failed;
  for (const auto& [form, count] : forms.missing) {
    const bool out = std::any_of(
        scope.begin(), scope.end(),
        [&, &name = form](const auto& s) { return name.starts_with(s); });
    std::printf("%s %s (%d times)\n",
                out ? "out of scope:" : "no row:", form.c_str(), count);
    wrong += out ? 0 : 1;
  }
  std::printf("%zu forms known, %d kernels, %d instructions, %d problems\n",
              forms.known.size(), forms.kernels, forms.instructions, wrong);
  return wrong == 0 && forms.kernels > 0 ? 0 : 1;
}
