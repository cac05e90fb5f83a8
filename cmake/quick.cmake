# SPDX-License-Identifier: MIT
# What ./learn test builds and runs, and what only ./learn test --full does:
# many examples of a rule of which the rest has one, or seeds of a program that
# runs in plain order. Such tests have the label `full`.

# lockstep_only_full([TESTS NAME...] [TARGETS NAME...]): in the folder of the
# tests, after their labels were set. TARGETS are what these tests alone need.
function(lockstep_only_full)
  cmake_parse_arguments(PARSE_ARGV 0 only "" "" "TESTS;TARGETS")
  if(only_TESTS)
    set_property(TEST ${only_TESTS} APPEND PROPERTY LABELS full)
  endif()
  if(only_TARGETS)
    set_property(TARGET ${only_TARGETS} APPEND PROPERTY LABELS full)
  endif()
endfunction()

# Where clang stands in for nvcc: a regular expression of what does not hold for it.
function(lockstep_not_by_clang result)
  set(table ${PROJECT_SOURCE_DIR}/cmake/clang_tests.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} lines REGEX "^\\^")
  list(TRANSFORM lines REPLACE " .*" "")
  list(JOIN lines "|" names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# Of a whole build the targets of `folder` that other tests need, too.
function(lockstep_quick_targets folder result)
  get_property(all DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  set(found)
  foreach(target ${all})
    get_target_property(type ${target} TYPE)
    get_target_property(left_out ${target} EXCLUDE_FROM_ALL)
    get_target_property(labels ${target} LABELS)
    if(NOT left_out AND NOT full IN_LIST labels
        AND NOT (LOCKSTEP_CLANG AND target MATCHES "${not_by_clang}")
        AND NOT type STREQUAL INTERFACE_LIBRARY)
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    lockstep_quick_targets(${below} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Targets `quick` and, of it, `quick_lessons`; after all others. A lesson's tests
# need the runner and the emulator, too.
function(lockstep_quick)
  lockstep_not_by_clang(not_by_clang)
  lockstep_quick_targets(${PROJECT_SOURCE_DIR} targets)
  add_custom_target(quick)
  add_dependencies(quick ${targets})
  if(TARGET learn AND TARGET cudart AND LOCKSTEP_LESSONS)
    lockstep_quick_targets(${PROJECT_SOURCE_DIR}/lessons targets)
    add_custom_target(quick_lessons)
    add_dependencies(quick_lessons learn cudart ${targets})
  endif()
endfunction()
