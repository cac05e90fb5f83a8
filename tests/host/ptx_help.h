// SPDX-License-Identifier: MIT
// Short ways to a parsed module, for the tests of simt/ptx.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "simt/ptx/module.h"

namespace simt::ptx {

/// `lines` behind the three lines that every module begins with, so that the
/// first of them is line 4.
inline std::string with_head(const std::string& lines) {
  return ".version 9.0\n.target sm_75\n.address_size 64\n" + lines;
}

/// `statements` as the body of the kernel `k`; the first stands on line 5.
inline std::string in_kernel(const std::string& statements) {
  return with_head(".visible .entry k(.param .u64 k_param_0) {\n" + statements +
                   "\n}\n");
}

/// The module; the test ends here when the text is refused.
inline Module parsed(const std::string& text) {
  ParseError error;
  auto module = parse(text, error);
  const std::string why = std::to_string(error.ptx_line) + ":" +
                          std::to_string(error.column) + " " + error.message;
  REQUIRE_MESSAGE(module.has_value(), why);
  return std::move(*module);
}

/// `LINE:COLUMN MESSAGE` of a text that must be refused.
inline std::string refusal(const std::string& text) {
  ParseError error;
  if (parse(text, error)) return "accepted";
  return std::to_string(error.ptx_line) + ":" + std::to_string(error.column) +
         " " + error.message;
}

/// The kernel `k` of a module that holds only it.
inline Function kernel(const std::string& statements) {
  return parsed(in_kernel(statements)).functions.at(0);
}

}  // namespace simt::ptx
