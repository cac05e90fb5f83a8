// SPDX-License-Identifier: MIT
// The shapes of litmus tests, each with every pair of orders and scopes, its
// threads in one block and in several. Knows neither axioms nor machine.
#pragma once

#include <vector>

#include "tests/litmus/program.h"

namespace litmus {

/// All tests of one shape, and the outcome that makes it interesting: what no
/// machine shows that does one thing after the other.
struct Shape {
  std::string name;
  std::vector<Program> programs;
  /// True for an outcome that only reordering explains.
  bool (*weak)(const Outcome& outcome);
};

Shape pairs();              // MP+pair: the data are two words
Shape parts();              // MP+part: one of them is loaded
Shape read_read();          // CoRR
Shape write_write();        // CoWW
Shape read_write();         // CoRW
Shape write_read();         // CoWR
Shape cluster_message();    // MP+cluster
Shape cluster_buffering();  // SB+cluster
Shape cluster_chain();      // MP+cluster+chain

std::vector<Shape> all_shapes();

}  // namespace litmus
