# SPDX-License-Identifier: MIT
# find_package(Lockstep): tests of CUDA code without a GPU (docs/testing.md).
#
#   Lockstep_COMMAND      the command lockstep
#   Lockstep_LIBRARY_DIR  the folder of its libcudart.so.13
#   lockstep_tests(TARGETS name... [OPTIONS option...])
cmake_path(SET Lockstep_prefix NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")
cmake_path(ABSOLUTE_PATH Lockstep_prefix NORMALIZE)
cmake_path(APPEND Lockstep_prefix bin lockstep OUTPUT_VARIABLE Lockstep_COMMAND)
cmake_path(APPEND Lockstep_prefix lib lockstep
  OUTPUT_VARIABLE Lockstep_LIBRARY_DIR)
foreach(file ${Lockstep_COMMAND} ${Lockstep_LIBRARY_DIR}/libcudart.so.13)
  if(NOT EXISTS ${file})
    set(Lockstep_FOUND FALSE)
    set(Lockstep_NOT_FOUND_MESSAGE "${file} is missing: install it again")
    return()
  endif()
endforeach()

# add_test() and gtest_discover_tests() then run these executables by lockstep,
# with its OPTIONS. They are linked with the shared runtime, which can be
# replaced. Call it before gtest_discover_tests().
function(lockstep_tests)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "" "TARGETS;OPTIONS")
  if(given_UNPARSED_ARGUMENTS OR NOT given_TARGETS)
    message(FATAL_ERROR
      "Type: lockstep_tests(TARGETS name... [OPTIONS option...])")
  endif()
  # Before CMake 3.29 the other property did this, whatever it is called.
  set(launcher TEST_LAUNCHER)
  if(CMAKE_VERSION VERSION_LESS 3.29)
    set(launcher CROSSCOMPILING_EMULATOR)
  endif()
  foreach(target IN LISTS given_TARGETS)
    set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Shared
      ${launcher} "${Lockstep_COMMAND};${given_OPTIONS}")
  endforeach()
endfunction()
