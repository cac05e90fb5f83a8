// SPDX-License-Identifier: MIT
// Links to what is not handed out.
#include "runner/pack/links.h"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string mended(const std::string& page) {
  return learn::without_dangling_links(
      page, "lessons/07_x", [](const std::string& path) {
        return path == "docs/there.md" || path == "lessons/07_x/lesson.h";
      });
}

}  // namespace

TEST_SUITE("links") {
  TEST_CASE("links that lead somewhere stay") {
    for (const auto* page :
         {"[a](../../docs/there.md)", "[a](../../docs/there.md#part)",
          "[`a]`](lesson.h)", "[a](https://example.org/x)", "[a](#here)",
          "a [b] c", "tile[x](y"}) {
      CHECK(mended(page) == page);
    }
  }

  TEST_CASE("a link to an absent file becomes its text and a remark") {
    CHECK(mended("Our answer:\n[`solution.cu`](../../solutions/s.cu). It") ==
          "Our answer:\n`solution.cu` (not in this copy). It");
    CHECK(mended("![a\nb](gone.svg)") == "a\nb (not in this copy)");
    CHECK(mended("[a [b] c](gone.md)") == "a [b] c (not in this copy)");
    // Outside of the course altogether.
    CHECK(mended("[a](../../../up.md)") == "a (not in this copy)");
  }

  TEST_CASE("a path of an absent folder is remarked on") {
    CHECK(mended("see `solutions/07_x/`:") ==
          "see `solutions/07_x/` (not in this copy):");
    CHECK(mended("see `resolutions/`") == "see `resolutions/`");
  }

  TEST_CASE("code is no link") {
    const std::string fenced = "a\n```cpp\n[&](int i) { tile[x](gone) }\n```\n";
    CHECK(mended(fenced) == fenced);
    CHECK(mended("`[&](int i)`") == "`[&](int i)`");
    CHECK(mended(fenced + "[a](gone)") == fenced + "a (not in this copy)");
  }
}
