// SPDX-License-Identifier: MIT
// Text in the order in which it was printed, by launch.
#include "simt/context/output.h"

namespace simt::cudart {

void Output::add(const Ticket& ticket, const std::string& text) {
  const bool goes_on = !left_.empty() && left_.back().chain == ticket.chain &&
                       left_.back().number == ticket.number;
  if (!goes_on) left_.push_back({ticket.chain, ticket.number, ""});
  left_.back().text += text;
  bytes_ += text.size();
}

template <class Which>
std::string Output::take_if(Which which) {
  std::string text;
  std::erase_if(left_, [&](const Printed& printed) {
    if (!which(printed)) return false;
    text += printed.text;
    return true;
  });
  bytes_ -= text.size();
  return text;
}

std::string Output::take(const Clock& done) {
  return take_if([&](const Printed& printed) {
    return done.covers(printed.chain, printed.number);
  });
}

std::string Output::take_all() {
  return take_if([](const Printed&) { return true; });
}

}  // namespace simt::cudart
