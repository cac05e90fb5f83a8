// SPDX-License-Identifier: MIT
// Archives that are written: what is in them, and that neither the clock nor
// the place of the machine is. And links to what is not in them.
#include "runner/pack/archive.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/pack/links.h"
#include "runner/process/process.h"

namespace {

namespace fs = learn::fs;

const learn::PackedFiles kFiles{
    {"a/b.txt", {"text\n", false}},
    {"a/empty", {"", false}},
    {"run", {"#!/bin/sh\n", true}},
    {std::string(80, 'd') + "/" + std::string(90, 'e'), {"long", false}}};

/// Unpacks it by another program than wrote it; false where that is not there.
bool unpack(const fs::path& folder, const std::string& program) {
  const auto outcome =
      learn::run_limited({{"python3", "-c", program}, {}, folder}, {});
  if (outcome.end == learn::Outcome::End::kNotStarted) {
    MESSAGE("skipped: there is no python3");
    return false;
  }
  INFO(outcome.err.text());
  REQUIRE(outcome.ok());
  return true;
}

void check_files(const fs::path& folder) {
  for (const auto& [name, file] : kFiles) {
    CHECK(learn::read_text(folder / name) == file.text);
  }
}

std::string mended(const std::string& page) {
  return learn::without_dangling_links(
      page, "lessons/07_x", [](const std::string& path) {
        return path == "docs/there.md" || path == "lessons/07_x/lesson.h";
      });
}

}  // namespace

TEST_SUITE("archive") {
  TEST_CASE("a tar.gz has its files, and may be made anywhere at any time") {
    const auto bytes = learn::tar_gz(kFiles, "course");
    CHECK(bytes == learn::tar_gz(kFiles, "course"));
    REQUIRE(bytes.size() > 8);
    CHECK(bytes.substr(4, 4) == std::string(4, '\0'));  // no time
    const learn::ScratchFolder scratch;
    learn::write_text(scratch.path() / "x.tar.gz", bytes);
    const bool there =
        unpack(scratch.path(),
               "import tarfile\n"
               "with tarfile.open('x.tar.gz') as t:\n"
               "  for one in t:\n"
               "    assert one.uid == one.gid == 0 and one.uname == '', one\n"
               "    assert one.mtime == 946684800, one\n"
               "    assert one.mode == (0o644 if one.isfile() and "
               "not one.name.endswith('run') else 0o755), one\n"
               "  t.extractall()\n");
    if (there) check_files(scratch.path() / "course");
  }

  TEST_CASE("a zip has its files, and may be made anywhere at any time") {
    const auto bytes = learn::zip(kFiles);
    const char* const old = std::getenv("TZ");
    const std::string kept = old == nullptr ? "" : old;
    for (const auto* zone : {"UTC", "XYZ+11", "XYZ-13"}) {
      setenv("TZ", zone, 1);
      tzset();
      CHECK(learn::zip(kFiles) == bytes);
    }
    old == nullptr ? unsetenv("TZ") : setenv("TZ", kept.c_str(), 1);
    tzset();
    const learn::ScratchFolder scratch;
    learn::write_text(scratch.path() / "x.zip", bytes);
    const bool there =
        unpack(scratch.path(),
               "import zipfile\n"
               "with zipfile.ZipFile('x.zip') as z:\n"
               "  assert z.testzip() is None\n"
               "  for one in z.infolist():\n"
               "    assert one.date_time[0] == 1980, one\n"
               "    mode = one.external_attr >> 16\n"
               "    assert mode == (0o100755 if one.filename == 'run' else "
               "0o100644), oct(mode)\n"
               "  z.extractall()\n");
    if (there) check_files(scratch.path());
  }

  TEST_CASE("a name that the format cannot hold is said") {
    const learn::PackedFiles files{{std::string(300, 'x'), {"", false}}};
    CHECK_THROWS_AS(learn::tar_gz(files, "course"), learn::Stop);
  }
}

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
