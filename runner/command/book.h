// SPDX-License-Identifier: MIT
// The book: the pages of this copy as a site. Knows book/make.py by its name
// and options alone.
#pragma once

#include <string>

#include "runner/base/place.h"

namespace learn {

struct BookOptions {
  std::string output;    // the site's folder; empty: build/site
  std::string language;  // one alone, such as ru; empty: all
  bool teacher = false;  // with solutions and known mistakes
  bool steps = false;    // a step view of each lesson
};

/// Builds what pages show and has the site written. Returns the exit status.
int book(const Place& place, const BookOptions& options);

}  // namespace learn
