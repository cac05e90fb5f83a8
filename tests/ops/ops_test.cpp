// SPDX-License-Identifier: MIT
// Runs every module that generate.py wrote on the emulator and compares bit for
// bit with what a GPU gave (tests/recorded/ops):
//   ops_test MODULES RECORDED APPROXIMATE [FORM...]

// Approximate forms are compared within the bound that approximate.txt states.
// Without FORM every recording must be used.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "simt/machine/machine.h"
#include "simt/program/program.h"
#include "simt/ptx/module.h"
#include "tests/ops/cases.h"
#include "tests/ops/tolerance.h"

namespace {

using namespace ops_test;
namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What a GPU gave: of each form a list of values per output.
using Recordings = std::map<std::string, std::vector<Values>>;

/// The files of tests/recorded/ops, one per family: "form NAME", and below it
/// of each output its kind and its values.
Recordings read_recordings(const fs::path& folder) {
  Recordings recordings;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::istringstream text(read_file(entry.path()));
    std::vector<Values>* form = nullptr;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("#")) continue;  // when and where
      if (line.starts_with("form ")) {
        form = &recordings[line.substr(5)];
        continue;
      }
      Values values;  // `line` is the kind
      for (std::string word; values.size() < kCases && text >> word;) {
        values.push_back(std::stoull(word, nullptr, 16));
      }
      std::getline(text, line);
      if (form != nullptr) form->push_back(values);
    }
  }
  return recordings;
}

/// Runs one module; returns false and says why when it cannot.
bool run_module(const std::string& ptx, const Head& head,
                std::vector<Values>& results, std::string& why) {
  simt::ptx::ParseError error;
  const auto module = simt::ptx::parse(ptx, error);
  if (!module) {
    why = "line " + std::to_string(error.ptx_line) + ": " + error.message;
    return false;
  }
  const auto kernel =
      simt::program::decode(*module, *module->find_function("test"), {}, why);
  if (kernel == nullptr) return false;
  static simt::DeviceMemory memory;  // a range of addresses costs some time
  constexpr size_t kBytes = 8 * kCases * sizeof(uint64_t);
  const uint64_t in = memory.allocate(kBytes, "inputs", 1, false)->begin;
  const uint64_t out = memory.allocate(kBytes, "outputs", 2, false)->begin;
  std::memset(memory.host(in, kBytes), 0, kBytes);
  std::memset(memory.host(out, kBytes), 0, kBytes);
  for (size_t k = 0; k < head.inputs.size(); ++k) {
    const Values values = make_inputs(head, static_cast<int>(k));
    std::memcpy(memory.host(in + k * kCases * 8, kCases * 8), values.data(),
                kCases * 8);
  }
  simt::Launch launch;
  launch.kernel = kernel.get();
  launch.block = {kCases, 1, 1};
  launch.params.resize(16);
  std::memcpy(launch.params.data(), &in, 8);
  std::memcpy(launch.params.data() + 8, &out, 8);
  simt::Settings settings;
  settings.profile = simt::find_profile("h200");
  const simt::Outcome outcome = simt::run(settings, memory, launch);
  if (outcome != simt::Outcome::kDone) {
    why = "the launch ended with outcome " +
          std::to_string(static_cast<int>(outcome));
    return false;
  }
  for (size_t k = 0; k < head.outputs.size(); ++k) {
    Values values(kCases);
    std::memcpy(values.data(), memory.host(out + k * kCases * 8, kCases * 8),
                kCases * 8);
    results.push_back(values);
  }
  return true;
}

/// Prints the first few differences of one output; returns how many.
int compare(const Head& head, size_t output, const Values& expected,
            const Values& got, const Bound* bound, double& largest) {
  const std::string& kind = head.outputs[output];
  int wrong = 0;
  for (int i = 0; i < kCases; ++i) {
    if (expected[i] == got[i]) continue;
    if (bound != nullptr) {
      const double error = error_of(*bound, kind, expected[i], got[i]);
      if (error <= 2 * bound->limit) {
        largest = std::max(largest, error);
        continue;
      }
    }
    if (++wrong > 4) continue;
    std::printf("  thread %d:", i);
    for (size_t k = 0; k < head.inputs.size(); ++k) {
      std::printf(" %llx", static_cast<unsigned long long>(
                               make_inputs(head, static_cast<int>(k))[i]));
    }
    std::printf(" -> %llx, the GPU gave %llx\n",
                static_cast<unsigned long long>(got[i]),
                static_cast<unsigned long long>(expected[i]));
  }
  return wrong;
}

/// True when the form passes. Takes its recording out of `recordings`.
bool check(const fs::path& path, Recordings& recordings,
           const std::map<std::string, Bound>& bounds) {
  const std::string ptx = read_file(path);
  const Head head = read_head(ptx);
  std::string why;
  std::vector<Values> results;
  if (!run_module(ptx, head, results, why)) {
    std::printf("%s: %s\n", head.form.c_str(), why.c_str());
    return false;
  }
  const auto recording = recordings.extract(head.form);
  const auto expected =
      recording.empty() ? std::vector<Values>() : recording.mapped();
  if (expected.size() != results.size()) {
    std::printf(
        "%s: no recording of a GPU; tests/ops/README.md says how to "
        "make one\n",
        head.form.c_str());
    return false;
  }
  const auto bound = bounds.find(head.form);
  int wrong = 0;
  double largest = 0;
  for (size_t k = 0; k < results.size(); ++k) {
    if (expected[k].size() != kCases) return false;
    wrong += compare(head, k, expected[k], results[k],
                     bound == bounds.end() ? nullptr : &bound->second, largest);
  }
  if (bound != bounds.end()) {
    std::printf("%s: largest difference %.3g, bound %.3g\n", head.form.c_str(),
                largest, 2 * bound->second.limit);
  }
  if (wrong != 0) {
    std::printf("%s: %d of %zu results differ\n", head.form.c_str(), wrong,
                kCases * results.size());
  }
  return wrong == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr,
                 "usage: ops_test MODULES RECORDED APPROXIMATE [FORM...]\n");
    return 2;
  }
  const fs::path folder = argv[1];
  std::vector<fs::path> paths;
  for (int i = 4; i < argc; ++i) {
    paths.push_back(folder / (std::string(argv[i]) + ".ptx"));
  }
  const bool all = paths.empty();
  if (all) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".ptx") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  auto recordings = read_recordings(argv[2]);
  const auto bounds = read_bounds(read_file(argv[3]));
  size_t passed = 0;
  for (const auto& path : paths) passed += check(path, recordings, bounds);
  std::printf("%zu of %zu forms agree with the GPU\n", passed, paths.size());
  if (!all) recordings.clear();
  for (const auto& [form, results] : recordings) {
    std::printf("%s: recorded, but forms.py has no such form\n", form.c_str());
  }
  const bool right = passed == paths.size() && recordings.empty();
  return right && !paths.empty() ? 0 : 1;
}
