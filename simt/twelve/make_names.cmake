# SPDX-License-Identifier: MIT
# From names.txt (SYMBOL [OTHER]) makes
# - OUT/functions.cpp: the table of all, a part of libcudart.so.13;
# - OUT/library.cpp and OUT/exports.map: libcudart.so.12, of resolvers that ask
#   the table.
# A symbol with _ptsz or _ptds is the plain function: see default_stream.h.
function(make_names list out)
  file(STRINGS ${list} rows REGEX "^[^#]")
  set(head "// Made by make_names.cmake from names.txt; do not edit.\n")
  set(declared "")
  set(known "")
  set(table "")
  set(library "")
  set(exported "")
  foreach(row IN LISTS rows)
    string(REPLACE " " ";" fields "${row}")
    list(GET fields 0 symbol)
    string(REGEX REPLACE "_pt[sd][sz]$" "" plain ${symbol})
    set(per_thread false)
    if(NOT plain STREQUAL symbol)
      set(per_thread true)
    endif()
    set(function ${plain})
    list(LENGTH fields count)
    if(count GREATER 1)
      list(GET fields 1 function)
    endif()
    if(function STREQUAL "-")
      set(function ${plain}_of_none)
    endif()
    if(function IN_LIST known)
      # It has a symbol already.
    elseif(function MATCHES "_of_none$")
      string(APPEND declared "static int ${function}() {\n  return "
        "simt::cudart::unsupported_call(\"${plain}\");\n}\n")
    else()
      string(APPEND declared "int ${function}();\n")
    endif()
    list(APPEND known ${function})
    string(APPEND table
      "    {\"${symbol}\", ${per_thread}, &${function}},\n")
    string(APPEND library "RESOLVED(${symbol})\n")
    string(APPEND exported "    ${symbol};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${out}/functions.cpp @ONLY CONTENT
"${head}#include \"simt/twelve/functions.h\"

extern \"C\" {
${declared}}

namespace simt::twelve {
namespace {
constexpr FormerFunction kFunctions[] = {
${table}};
}  // namespace
std::span<const FormerFunction> former_functions() { return kFunctions; }
}  // namespace simt::twelve
")
  file(CONFIGURE OUTPUT ${out}/library.cpp @ONLY CONTENT
"${head}#include \"simt/twelve/resolved.h\"\n\n${library}")
  file(CONFIGURE OUTPUT ${out}/exports.map @ONLY CONTENT
    "libcudart.so.12 {\n  global:\n${exported}  local: *;\n};\n")
endfunction()
