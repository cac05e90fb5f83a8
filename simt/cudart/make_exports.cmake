# SPDX-License-Identifier: MIT
# From exports.txt (every function of the real library) makes
# - OUT/stubs.cpp: a weak stand-in per name; a real definition wins over it;
# - OUT/exports.map: the version script, and OUT/apart.map: the same with the
#   three functions of simt/apart/serve.h; both with those of simt/twelve;
# A name with _ptsz or _ptds is called by code that nvcc compiled with
# --default-stream per-thread. It is the plain function; the dynamic linker asks
# a resolver for it first, and that says which stream is the default.
function(make_exports list out)
  file(STRINGS ${list} names)
  set(stubs "// Made by make_exports.cmake from exports.txt; do not edit.\n")
  string(APPEND stubs "#include \"simt/cudart/unsupported.h\"\n\n"
    "using Function = int (*)();\n\nextern \"C\" {\n")
  set(exported "")
  foreach(name IN LISTS names)
    string(APPEND exported "    ${name};\n")
    if(name MATCHES "^(.*)_pt[sd][zs]$")
      set(plain ${CMAKE_MATCH_1})
      string(APPEND stubs "int ${plain}();\n"
        "[[gnu::visibility(\"hidden\"), gnu::no_sanitize_address]] "
        "Function find_${name}() {\n"
        "  simt::cudart::default_is_per_thread = true;\n"
        "  return &${plain};\n}\n"
        "int ${name}() __attribute__((ifunc(\"find_${name}\")));\n")
    else()
      string(APPEND stubs "__attribute__((weak)) int ${name}() {\n")
      string(APPEND stubs
        "  return simt::cudart::unsupported_call(\"${name}\");\n}\n")
    endif()
  endforeach()
  string(APPEND stubs "}\n")
  get_property(former GLOBAL PROPERTY lockstep_former_calls)
  foreach(name ${former} simt_launch_count simt_launch_at simt_instruction_count
               simt_allocation_traffic simt_fail_call simt_call_failed
               simt_live_objects simt_emulator_version simt_driver_function)
    string(APPEND exported "    ${name};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${out}/stubs.cpp CONTENT "${stubs}" @ONLY)
  set(head "libcudart.so.13 {\n  global:\n${exported}")
  file(CONFIGURE OUTPUT ${out}/exports.map @ONLY CONTENT
    "${head}  local: *;\n};\n")
  file(CONFIGURE OUTPUT ${out}/apart.map @ONLY CONTENT
    "${head}    simt_serve;\n    simt_serve_judge;\n    simt_enter_apart;\n  local: *;\n};\n")
endfunction()
