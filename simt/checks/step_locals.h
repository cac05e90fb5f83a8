// SPDX-License-Identifier: MIT
// What the local variables of a kernel hold, for a run that one walks through.
// Only code that nvcc -G compiled names them; for other code nothing is done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simt/dwarf/variables.h"
#include "simt/ops/observer.h"
#include "simt/program/program.h"
#include "simt/steps/steps.h"

namespace simt::checks {

class StepLocals {
 public:
  /// Adds the variables that it meets to `run`.
  explicit StepLocals(steps::Run& run) : run_(run) {}

  /// A launch of `kernel` begins.
  void begin(const program::Kernel& kernel);
  bool any() const { return !variables_.empty(); }

  /// The instruction that runs touches local memory.
  void access(const Access& access);
  /// It ran: reads what is in scope there.
  void ran(const Stepped& stepped);
  /// What ran() read, of warp `at`, is what the open step shows.
  void keep(const WarpPlace& at);
  /// Writes that into `step`, which ends. `pointer` says where an address is.
  void write(steps::Step& step,
             const std::function<std::string(uint64_t)>& pointer);

 private:
  using Lanes = std::array<uint64_t, kWarpSize>;
  using Texts = std::array<std::string, kWarpSize>;

  /// A part of a variable; see dwarf::Variable.
  struct Named {
    size_t variable = 0;  // index into variables_
    dwarf::Part part;
    int local = -1;  // index into Run::locals; -1: no step has shown it
  };
  struct Known {
    dwarf::Variable variable;
    uint32_t function = 0;  // index into Kernel::functions
    size_t first = 0;       // of its parts in names_
  };
  struct InScope {
    size_t variable = 0;
    const dwarf::Place* place = nullptr;
  };
  /// What an instruction means to variables.
  struct Site {
    std::vector<InScope> scope;  // after it; an inner name hides an outer one
    std::vector<size_t> sets;    // variables whose register it writes
  };
  struct Value {
    size_t name = 0;  // index into names_
    LaneMask set = 0;
    Lanes bits{};
  };
  /// A warp's variables after an instruction.
  struct Reading {
    WarpPlace at;
    bool told = false;
    std::vector<Value> values;
  };

  void add_function(const program::Kernel& kernel, uint32_t index);
  void find_scope(const program::Kernel& kernel, uint32_t pc);
  void find_sets(const program::Kernel& kernel, uint32_t pc);
  LaneMask& set_mask(size_t name) { return (*frame_)[name]; }
  void note_sets(const Stepped& stepped);
  void note_stores(const Stepped& stepped);
  /// Of one lane; empty: they are not there.
  std::span<const std::byte> bytes_of(const ops::Context& c, const Known& known,
                                      const dwarf::Place& place,
                                      size_t lane) const;
  bool read(const Stepped& stepped, const InScope& one, const Named& name,
            Value& value) const;
  std::string text_of(
      const Named& name, uint64_t bits,
      const std::function<std::string(uint64_t)>& pointer) const;
  int local_of(Named& name);

  steps::Run& run_;
  const program::Kernel* kernel_ = nullptr;
  std::vector<Known> variables_;
  std::vector<Named> names_;
  std::vector<Site> sites_;  // by pc
  /// By the registers of a function's frame: lanes that gave a name a value.
  std::map<const std::byte*, std::vector<LaneMask>> frames_;
  std::vector<LaneMask>* frame_ = nullptr;       // of what runs
  std::vector<std::array<uint64_t, 3>> stores_;  // lane, and bytes [from, to)
  Reading now_, kept_;
  /// What steps have told, by block and warp, then by local.
  std::map<std::pair<uint32_t, int>, std::map<int, Texts>> told_;
};

}  // namespace simt::checks
