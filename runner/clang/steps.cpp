// SPDX-License-Identifier: MIT
// The device's half comes first: what is wrong in a kernel is said once. Its
// warnings are the host's, which reads the same text.
#include "runner/clang/steps.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "runner/clang/branches.h"
#include "runner/clang/clusters.h"
#include "runner/clang/container.h"
#include "runner/clang/copies.h"
#include "runner/clang/lines.h"

namespace learn::clang {
namespace {

namespace fs = std::filesystem;
using Make = Command::Make;
using Words = std::vector<std::string>;

#ifdef __aarch64__
constexpr const char* kHost = "aarch64-linux-gnu";
#else
constexpr const char* kHost = "x86_64-linux-gnu";
#endif

/// What the host's half is compiled for. A compiler for another machine bears
/// its name: aarch64-linux-gnu-g++.
std::string host_of(const Command& command) {
  const std::string kSystem = "-linux-gnu",
                    name = fs::path(command.cxx).filename();
  const size_t at = name.find(kSystem + "-");
  return at == name.npos ? kHost : name.substr(0, at + kSystem.size());
}

/// LLVM unrolls and inlines less than nvcc where registers need it, and unrolls
/// more elsewhere: a loop whose length it does not know becomes two, and lanes
/// part between them. The last option keeps `i < 4 && more(i)` two conditions:
/// LLVM does not know the length of a loop that ends by both in one.
const Words kAsNvcc = {"-mllvm", "-unroll-threshold=2000",
                       "-mllvm", "-inline-threshold=10000",
                       "-mllvm", "-locally-hot-callsite-threshold=10000",
                       "-mllvm", "-unroll-runtime=false",
                       "-mllvm", "-bonus-inst-threshold=0"};

/// What nvcc does not say of device code; clang cannot tell it from the host's.
const Words kQuiet = {"-Wno-sign-compare", "-Wno-unused-parameter"};

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << text) || !out.flush()) {
    throw Refused("cannot be written: " + file.string());
  }
}

void must(const Words& words) {
  if (const int status = run(words); status != 0) throw Ended{status};
}

/// What all calls of clang share. The source's path is whole: lines of the PTX
/// name it.
Words clang(const Kit& kit, const Command& command, const fs::path& source) {
  Words words = {kit.zig,
                 "clang",
                 "-resource-dir",
                 kit.headers,
                 "--target=" + host_of(command),
                 "-x",
                 "cuda",
                 fs::absolute(source),
                 "--cuda-path=" + kit.root.string(),
                 "-Wno-unknown-cuda-version",
                 "-Wno-unknown-warning-option",
                 "-Wno-unused-command-line-argument"};
  append(words, {"-include", kit.headers / "as_nvcc.h", "-idirafter",
                 kit.headers / "lacking"});
  for (const std::string& word : command.both) {
    // Lines of the PTX name the folder, too.
    words.push_back(word.rfind("-I", 0) == 0
                        ? "-I" + fs::absolute(word.substr(2)).string()
                        : word);
  }
  for (const char* folder : {"include", "include/cccl"}) {
    append(words, {"-isystem", kit.root / folder});
  }
  return words;
}

/// clang for the device: `arch`'s PTX or what it read.
Words device(const Kit& kit, const Command& command, const fs::path& source,
             const Arch& arch) {
  Words words = clang(kit, command, source);
  append(words, {"--cuda-device-only", "--offload-arch=sm_" + arch.name, "-O3",
                 "-fdebug-compilation-dir=/"});
  append(words, command.device);
  // __FILE__ is the same in both halves.
  for (const std::string& word : command.host) {
    if (word.rfind("-fmacro-prefix-map=", 0) == 0) words.push_back(word);
  }
  // Warnings come with the host's half, where there is one.
  const bool alone = command.make == Make::kFatbin;
  for (const std::string& word : command.host) {
    if (alone && word.rfind("-W", 0) == 0) words.push_back(word);
  }
  append(words, alone ? kQuiet : Words{"-w"});
  return words;
}

Words host(const Kit& kit, const Command& command, const fs::path& source) {
  Words words = clang(kit, command, source);
  append(words, {"--cuda-host-only",
                 "--offload-arch=sm_" + command.archs.front().name});
  append(words, command.host);
  append(words, kQuiet);
  return words;
}

/// The preprocessed files that nvcc --keep leaves: the device's, the host's.
void keep_readings(const Kit& kit, const Command& command,
                   const fs::path& source) {
  const std::string stem = (command.kept / source.stem()).string();
  const auto keep = [](Words words, const std::string& file) {
    append(words, {"-E", "-w", "-o", file});
    must(words);
  };
  keep(device(kit, command, source, command.archs.front()), stem + ".cpp1.ii");
  if (command.make != Make::kObject) return;
  keep(host(kit, command, source), stem + ".cpp4.ii");
}

/// The option for the version of PTX that `ir` names: `+ptx88`. None without a
/// function of the device.
Words version_option(const std::string& ir) {
  const size_t at = ir.find("+ptx");
  if (at == std::string::npos) return {};
  const size_t end = ir.find_first_not_of("0123456789", at + 4);
  return {"-target-feature", ir.substr(at, end - at)};
}

/// clang reads the source, then makes PTX of LLVM's text, in which copies have
/// been made wide.
std::string ptx_of(const Kit& kit, const Command& command,
                   const fs::path& source, const Arch& arch,
                   const fs::path& folder) {
  const fs::path text = folder / (arch.name + ".ll");
  const fs::path file = folder / (arch.name + ".ptx");
  Words words = device(kit, command, source, arch);
  append(words, {"-Xclang", "-disable-llvm-passes", "-Xclang",
                 "-new-struct-path-tbaa", "-emit-llvm", "-S", "-o", text});
  if (command.make != Make::kObject) append(words, command.depend);
  must(words);
  const std::string ir = with_clusters(with_wide_copies(read(text)));
  write(text, ir);
  words = {kit.zig,
           "clang",
           "-cc1",
           "-triple",
           "nvptx64-nvidia-cuda",
           "-target-cpu",
           "sm_" + arch.name,
           "-O3",
           "-vectorize-slp",
           "-fno-dwarf-directory-asm",
           "-Wno-pass-failed",
           "-S",
           "-x",
           "ir",
           text,
           "-o",
           file};
  append(words, version_option(ir));
  append(words, kAsNvcc);
  must(words);
  return with_single_branches(with_calls(read(file)));
}

fs::path named(const Command& command, const fs::path& source,
               const char* kind) {
  if (!command.output.empty()) return command.output;
  return source.stem().string() + kind;
}

void compile_object(const Kit& kit, const Command& command,
                    const fs::path& source, const fs::path& fatbin,
                    const fs::path& object) {
  Words words = host(kit, command, source);
  append(words, command.depend);
  append(words, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", fatbin, "-c",
                 "-o", object});
  must(words);
}

/// One source; `object` is where a program's object goes.
void compile_source(const Kit& kit, const Command& command,
                    const fs::path& source, const fs::path& folder,
                    const fs::path& object) {
  if (command.keep) keep_readings(kit, command, source);
  std::vector<PtxImage> images;
  for (const Arch& arch : command.archs) {
    images.push_back({arch.sm(), arch.this_only(), source.string(),
                      ptx_of(kit, command, source, arch, folder)});
    if (command.make == Make::kPtx) break;
  }
  if (command.make == Make::kPtx) {
    return write(named(command, source, ".ptx"), images.front().text);
  }
  const bool alone = command.make == Make::kFatbin;
  const fs::path fatbin =
      alone ? named(command, source, ".fatbin") : folder / "device.fatbin";
  write(fatbin, write_container(images));
  if (!alone) compile_object(kit, command, source, fatbin, object);
}

}  // namespace

Kit::Kit(const fs::path& program)
    : root(program.parent_path().parent_path()),
      zig(root / "clang/zig"),
      headers(root / "clang") {}

std::array<int, 3> Kit::release() const {
  std::ifstream pins(root / "pins.txt");
  std::array<int, 3> numbers;
  for (std::string line; std::getline(pins, line);) {
    if (std::sscanf(line.c_str(), "nvidia-nvvm==%d.%d.%d", &numbers[0],
                    &numbers[1], &numbers[2]) == 3) {
      return numbers;
    }
  }
  throw Refused((root / "pins.txt").string() + " names no nvidia-nvvm");
}

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "clang.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw Refused("no folder can be made in " +
                  fs::temp_directory_path().string());
  }
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

int run(const Words& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ)) {
    throw Refused("cannot be started: " + words[0]);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> link_words(const Kit& kit, const Command& command,
                                    const Words& objects,
                                    const fs::path& output) {
  Words words = {command.cxx};
  append(words, objects);
  append(words, {"-o", output});
  append(words, command.link);
  append(words, {"-L" + (kit.root / "lib64").string(), "-lcudart"});
  return words;
}

void compile(const Kit& kit, const Command& command) {
  const Folder folder;
  Words objects = command.objects;
  const bool whole = command.make == Make::kProgram;
  if (!whole && command.sources.size() > 1 && !command.output.empty()) {
    throw Refused("one output cannot be made of several sources");
  }
  for (size_t i = 0; i < command.sources.size(); ++i) {
    const fs::path& source = command.sources[i];
    const fs::path inside = folder.path() / (std::to_string(i) + ".o");
    compile_source(kit, command, source, folder.path(),
                   whole ? inside : named(command, source, ".o"));
    objects.insert(objects.begin() + static_cast<long>(i), inside);
  }
  if (!whole) return;
  // A check's source is no CUDA: the host compiler takes it.
  Words words = link_words(kit, command, objects,
                           command.output.empty() ? "a.out" : command.output);
  append(words, command.both);
  append(words, {"-isystem", kit.root / "include"});
  must(words);
}

}  // namespace learn::clang
