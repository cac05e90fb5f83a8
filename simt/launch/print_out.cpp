// SPDX-License-Identifier: MIT
// The buffer of device printf is State::output.
#include "simt/launch/print_out.h"

#include <cstdio>

namespace simt::cudart {
namespace {

void write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

void print(State& s, const Ticket& ticket, const std::string& text) {
  s.unfinished.prints(ticket.chain, ticket.number);
  s.output.add(ticket, text);
  if (s.output.bytes() > s.device().limits.printf_fifo) print_out_all(s);
}

void print_out(State& s) {
  if (s.output.bytes() > 0) write(s.output.take(s.order.host()));
}

void print_out_all(State& s) { write(s.output.take_all()); }

void print_lost(const State& s) {
  for (const Printed& printed : s.output.left()) write(printed.text);
}

}  // namespace simt::cudart
