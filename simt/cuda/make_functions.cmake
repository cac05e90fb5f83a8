# SPDX-License-Identifier: MIT
# From functions.txt (SYMBOL NAME VERSION: every function of the real libcuda.so,
# what cuGetProcAddress calls it, and the first CUDA that has it) makes
# - OUT/functions.cpp: a weak stand-in per symbol, over which a real definition
#   wins, and the table of all;
# - OUT/library.cpp: libcuda.so.1, of resolvers that ask the table.
# A symbol with _ptsz or _ptds is the plain function: see default_stream.h.
function(make_functions list out)
  file(STRINGS ${list} rows)
  set(head "// Made by make_functions.cmake from functions.txt; do not edit.\n")
  set(stubs "")
  set(table "")
  set(library "")
  set(done "")
  foreach(row IN LISTS rows)
    string(REPLACE " " ";" fields "${row}")
    list(GET fields 0 symbol)
    list(GET fields 1 name)
    list(GET fields 2 version)
    string(REGEX REPLACE "_pt[sd][sz]$" "" plain ${symbol})
    set(per_thread false)
    if(NOT plain STREQUAL symbol)
      set(per_thread true)
    endif()
    string(APPEND table "    {\"${symbol}\", \"${name}\", ${version}, "
      "${per_thread}, &${plain}},\n")
    if(symbol IN_LIST done)
      continue()
    endif()
    list(APPEND done ${symbol})
    if(NOT per_thread)
      string(APPEND stubs "__attribute__((weak)) int ${symbol}() {\n"
        "  return simt::cuda::unsupported_function(\"${symbol}\");\n}\n")
    endif()
    string(APPEND library "RESOLVED(${symbol})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${out}/functions.cpp @ONLY CONTENT
"${head}#include \"simt/cuda/functions.h\"

extern \"C\" {
${stubs}}

namespace simt::cuda {
namespace {
constexpr DriverFunction kFunctions[] = {
${table}};
}  // namespace
std::span<const DriverFunction> driver_functions() { return kFunctions; }
}  // namespace simt::cuda
")
  file(CONFIGURE OUTPUT ${out}/library.cpp @ONLY CONTENT
"${head}#include \"simt/cuda/resolved.h\"\n\n${library}")
endfunction()
