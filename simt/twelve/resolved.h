// SPDX-License-Identifier: MIT
// What a function of libcudart.so.12 is. Only the generated library includes
// it.
#pragma once

#include "simt/cudart/resolved.h"
#include "simt/twelve/find.h"

#define RESOLVED(name) RESOLVED_BY(simt_former_function, name)
