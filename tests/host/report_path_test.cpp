// SPDX-License-Identifier: MIT
// Paths and foreign text.
#include <doctest/doctest.h>

#include "simt/report/paths.h"

namespace simt::report {
namespace {

TEST_CASE("paths under the root become relative, others lose their folder") {
  CHECK(relative_path("/home/a/x/k.cu", "/home/a") == "x/k.cu");
  CHECK(relative_path("/home/a/./x/../k.cu", "/home/a/") == "k.cu");
  CHECK(relative_path("/home/abc/k.cu", "/home/a") == "k.cu");
  CHECK(relative_path("/usr/include/cuda.h", "/home/a") == "cuda.h");
  CHECK(relative_path("x/k.cu", "/home/a") == "x/k.cu");
  CHECK(relative_path("", "/home/a").empty());
  CHECK(relative_path("/k.cu", "") == "k.cu");
}

TEST_CASE("control characters are written out") {
  CHECK(printable("a\x1b[0m") == "a\\x1b[0m");
  CHECK(printable("a\tb") == "a b");
  CHECK(printable("a\nb\x7f") == "a\\x0ab\\x7f");
  CHECK(printable("\xc2\x9b"
                  "2J") == "\\xc2\\x9b2J");
  CHECK(printable("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
}

}  // namespace
}  // namespace simt::report
