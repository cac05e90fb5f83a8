// SPDX-License-Identifier: MIT
// Steps as sentences, for a terminal or a screen reader: a paragraph for each.
#pragma once

#include <string>

#include "runner/steps/cells.h"
#include "runner/steps/choice.h"
#include "runner/steps/held.h"
#include "runner/steps/poison.h"

namespace learn {

/// Writes steps of one run.
class StepText {
 public:
  StepText(const Steps& run, Sources& sources)
      : run_(run),
        sources_(sources),
        cells_(run, sources),
        poison_(poison_of(run)),
        held_(run) {}

  /// What was asked for: the history of a cell, else the chosen steps.
  std::string shown(const StepChoice& choice) {
    return choice.cell.empty() ? chosen_steps(choice) : history(choice);
  }

  /// The chosen steps, each launch with a heading, and how many there are.
  std::string chosen_steps(const StepChoice& choice);

  /// The chosen steps that touch StepChoice::cell: who wrote it, who read it.
  /// Throws Stop when there is no such cell.
  std::string history(const StepChoice& choice);

  /// The paragraph of step `index`.
  std::string paragraph(size_t index);
  /// "Launch 0: fill(int*), grid (1,1,1), blocks of (32,1,1) threads".
  std::string heading(int launch) const;
  /// Where a diagnostic fires that fires at none of the steps.
  static std::string nowhere(const simt::steps::Fires& fires);
  const CellNames& cells() const { return cells_; }

 private:
  std::string sentence(const Step& step, const Act& act) const;
  std::string who(const Step& step) const;
  uint32_t lanes_there(const Step& step) const;
  std::string place(const Step& step) const;
  std::string variables(size_t index);
  std::string fires_at(size_t index) const;
  static std::string poison(uint32_t lanes);
  std::string where(const Act& act) const;
  std::string values_of(const Act& act) const;
  std::string access(const Act& act) const;
  std::string branch(const Step& step, const Act& act) const;
  std::string shuffle(const Act& act) const;
  std::string of_no_warp(const Step& step, const Act& act) const;
  std::string asynchronous(const Act& act) const;
  std::string use_of_objects(const Act& act) const;
  std::string state_of(const Act& act) const;

  const Steps& run_;
  Sources& sources_;
  CellNames cells_;
  std::vector<std::vector<uint32_t>> poison_;  // by step and act: lanes
  HeldValues held_;
};

/// "lane 3", "lanes 0 to 2 and 5", "all 32 lanes".
std::string lanes_text(uint32_t lanes);

/// "block (0,1,0)": the one of `step`.
std::string block_text(const Steps& run, const Step& step);

}  // namespace learn
