// SPDX-License-Identifier: MIT
// clang includes this header of cuRAND before each source, to make two names of
// it its own. Where cuRAND is not installed there are no such names.
#pragma once
