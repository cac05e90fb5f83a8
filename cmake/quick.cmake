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

set(table ${PROJECT_SOURCE_DIR}/cmake/in_turn.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
file(STRINGS ${table} LOCKSTEP_IN_TURN REGEX "^[a-z]")

# lockstep_in_turn([TESTS NAME...] [TARGETS NAME...]): likewise, in a folder of
# in_turn.txt. Such tests have the label `turn` and that of their folder;
# FOLDER.in_turn builds the targets.
function(lockstep_in_turn)
  cmake_parse_arguments(PARSE_ARGV 0 only "" "" "TESTS;TARGETS")
  cmake_path(GET CMAKE_CURRENT_LIST_DIR FILENAME folder)
  if(NOT folder IN_LIST LOCKSTEP_IN_TURN)
    message(FATAL_ERROR "lockstep_in_turn: cmake/in_turn.txt has no ${folder}, "
      "so that nobody would run its tests")
  endif()
  if(only_TESTS)
    set_property(TEST ${only_TESTS} APPEND PROPERTY LABELS turn ${folder})
  endif()
  if(only_TARGETS)
    set_property(TARGET ${only_TARGETS} APPEND PROPERTY LABELS turn)
    set_property(GLOBAL APPEND PROPERTY lockstep_in_turn_${folder}
      ${only_TARGETS})
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
    if(NOT left_out AND NOT labels MATCHES "(^|;)(full|turn)(;|$)"
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

# Targets `quick` and, of it, `quick_lessons`; `in_turn` and FOLDER.in_turn; after
# all others. A lesson's tests need the runner and the emulator, too.
function(lockstep_quick)
  lockstep_not_by_clang(not_by_clang)
  lockstep_quick_targets(${PROJECT_SOURCE_DIR} targets)
  add_custom_target(quick)
  add_dependencies(quick ${targets})
  add_custom_target(in_turn)
  foreach(folder ${LOCKSTEP_IN_TURN})
    add_custom_target(${folder}.in_turn)
    add_dependencies(in_turn ${folder}.in_turn)
    get_property(targets GLOBAL PROPERTY lockstep_in_turn_${folder})
    if(targets)
      add_dependencies(${folder}.in_turn ${targets})
    endif()
  endforeach()
  if(TARGET learn AND TARGET cudart AND LOCKSTEP_LESSONS)
    lockstep_quick_targets(${PROJECT_SOURCE_DIR}/lessons targets)
    add_custom_target(quick_lessons)
    add_dependencies(quick_lessons learn cudart ${targets})
  endif()
endfunction()
