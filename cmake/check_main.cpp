// SPDX-License-Identifier: MIT
// The part of doctest that all checks share (add_lesson.cmake).
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
