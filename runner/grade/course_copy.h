// SPDX-License-Identifier: MIT
// What submissions must see of a course that lies where the users they run as
// cannot read, such as root's home: a copy, made once for a class. Knows
// neither submissions nor how they are kept apart.
#pragma once

#include <vector>

#include "runner/base/place.h"
#include "runner/base/scratch.h"
#include "runner/grade/kit.h"

namespace learn {

/// The copy is root's: others read it and change nothing. It holds files and
/// folders by their whole names below path(), and goes with this object.
class CourseCopy {
 public:
  /// Copies what of `needed` is `hidden`, or lies in `place` or this checkout
  /// beside such things. Throws Stop when there is no room for it.
  CourseCopy(const Place& place, const std::vector<fs::path>& needed,
             const std::vector<fs::path>& hidden);

  const fs::path& path() const { return folder_.path(); }
  /// Where `path` is now: below path() if it, something in it or a folder that
  /// it lies in was copied; otherwise where it was.
  fs::path seen(const fs::path& path) const;
  Place seen(const Place& place) const;
  Kit seen(Kit kit) const;

 private:
  ScratchFolder folder_;
  std::vector<fs::path> copied_;
};

}  // namespace learn
