# SPDX-License-Identifier: MIT
# add_lesson(07_bank_conflicts): targets and tests of one lesson, from the
# fixed names of its files (docs/lesson-contract.md).
include(check_main)
include(answers_together)
add_custom_target(answers)

# How a check is compiled: it is slow to optimise and quick to run. The second
# map is for a ccache that makes absolute paths relative.
function(lockstep_check_options target)
  target_link_libraries(${target} PRIVATE lockstep_options doctest::doctest)
  target_compile_definitions(${target} PRIVATE DOCTEST_LIBRARY_IMPLEMENTATION)
  target_compile_options(${target} PRIVATE -O0
    -fmacro-prefix-map=${LOCKSTEP_ROOT}/= -fmacro-prefix-map=../=)
  target_include_directories(${target} SYSTEM PRIVATE
    ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endfunction()

# The headers of all checks, compiled once; a check includes what it needs all
# the same (LOCKSTEP_UNITY=OFF shows it).
set(LOCKSTEP_ROOT ${PROJECT_SOURCE_DIR})
file(CONFIGURE OUTPUT check_headers.cpp CONTENT "// no code\n")
add_library(lockstep_check_headers OBJECT
  ${CMAKE_CURRENT_BINARY_DIR}/check_headers.cpp)
lockstep_check_options(lockstep_check_headers)
target_precompile_headers(lockstep_check_headers PRIVATE
  <doctest/doctest.h> <random> "${PROJECT_SOURCE_DIR}/common/compare.h"
  "${PROJECT_SOURCE_DIR}/common/counters.h"
  "${PROJECT_SOURCE_DIR}/common/device_buffer.h")

set(LOCKSTEP_LESSON_OPTIONS
  -lineinfo ${LOCKSTEP_CUDA_WARNINGS} -Werror=all-warnings)

# How the device code of a lesson is compiled; `lesson` is its folder.
function(lockstep_lesson_options target lesson)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR} ${lesson})
  target_compile_options(${target} PRIVATE ${LOCKSTEP_LESSON_OPTIONS}
    -Xcompiler=-fmacro-prefix-map=${LOCKSTEP_ROOT}/=
    -Xcompiler=-fmacro-prefix-map=../=)
endfunction()

# No RPATH: LD_LIBRARY_PATH chooses the emulator or the real runtime.
function(lockstep_lesson_link target)
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(${target} PROPERTIES
    SKIP_BUILD_RPATH ON
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
endfunction()

# "mistake.NAME", "also_right.NAME" of an answer; others are their own name.
function(lockstep_answer_name file result)
  cmake_path(GET file STEM stem)
  if(stem MATCHES "^(solution|exercise|example)$")
    set(${result} ${stem} PARENT_SCOPE)
    return()
  endif()
  cmake_path(GET file PARENT_PATH kind)
  cmake_path(GET kind FILENAME kind)
  string(REGEX REPLACE "s$" "" kind ${kind})
  set(${result} ${kind}.${stem} PARENT_SCOPE)
endfunction()

# What ./learn grade needs to build a submission without CMake: one thing a
# line, `option` or `object`.
function(lockstep_lesson_parts name)
  separate_arguments(flags NATIVE_COMMAND
    "${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_RELEASE}")
  list(APPEND flags ${LOCKSTEP_LESSON_OPTIONS} -std=c++17
    ${LOCKSTEP_ONE_ARCHITECTURE})
  list(JOIN flags "\noption " flags)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/lessons/${name}.parts CONTENT
    "option ${flags}
object $<JOIN:$<TARGET_OBJECTS:${name}.check>,\nobject >
object $<JOIN:$<TARGET_OBJECTS:lockstep_check_main>,\nobject >
")
endfunction()

# One executable: `sources`, plus the objects of `check` when it is given.
function(lockstep_lesson_program target lesson check)
  add_executable(${target} ${ARGN})
  if(check)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${check}>
      $<TARGET_OBJECTS:lockstep_check_main>)
  endif()
  lockstep_lesson_options(${target} ${lesson})
  lockstep_lesson_link(${target})
endfunction()

# On the emulator one PTX is enough; its machine code is that of the H200, the
# device by default, as it is the machine code that tells the registers.
set(LOCKSTEP_ONE_ARCHITECTURE
  "--generate-code=arch=compute_75,code=[compute_75,sm_90]")

# For programs that only tests run.
function(lockstep_one_architecture target)
  if(LOCKSTEP_EMULATOR)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES OFF)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CUDA>:${LOCKSTEP_ONE_ARCHITECTURE}>)
  endif()
endfunction()

# A test of one variant; with the runner it is the runner that judges.
function(lockstep_lesson_test target labels)
  if(LOCKSTEP_RUNNER)
    add_test(NAME ${target} COMMAND learn ${ARGN})
  else()
    # Counters are the emulator's: the technique cases are skipped. The
    # example is no doctest program and takes no notice.
    add_test(NAME ${target} COMMAND ${target} --test-suite-exclude=technique)
    set_property(TEST ${target} PROPERTY ENVIRONMENT
      LD_LIBRARY_PATH=${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/lib64)
  endif()
  set_tests_properties(${target} PROPERTIES
    LABELS "${labels}" WORKING_DIRECTORY ${LOCKSTEP_ROOT} TIMEOUT 300)
endfunction()

# The targets alone; LOCKSTEP_ROOT holds lessons/ and solutions/. A student's
# copy has no folder in solutions/, and so no targets for answers.
function(lockstep_lesson_targets name)
  set(lesson ${LOCKSTEP_ROOT}/lessons/${name})
  set(answers ${LOCKSTEP_ROOT}/solutions/${name})
  set(files ${lesson}/lesson.toml ${lesson}/example.cu
    ${lesson}/exercise.cu ${lesson}/check.cpp)
  if(EXISTS ${answers})
    list(APPEND files ${answers}/solution.cu)
  endif()
  foreach(file ${files})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "add_lesson(${name}): ${file} is missing. "
        "docs/lesson-contract.md lists the files of a lesson.")
    endif()
  endforeach()

  add_library(${name}.check OBJECT ${lesson}/check.cpp)
  lockstep_check_options(${name}.check)
  target_include_directories(${name}.check PRIVATE ${lesson})

  lockstep_lesson_parts(${name})

  # The learner's own: built on request, so that a slip in one exercise does
  # not stop the rest. ctest counts it as skipped while its TODO still stands.
  lockstep_lesson_program(${name} ${lesson} ${name}.check
    ${lesson}/exercise.cu)
  set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  lockstep_lesson_program(${name}.example ${lesson} "" ${lesson}/example.cu)
  if(NOT EXISTS ${answers})
    return()
  endif()
  lockstep_lesson_program(${name}.solution ${lesson} ${name}.check
    ${answers}/solution.cu)
  file(GLOB programs CONFIGURE_DEPENDS ${answers}/mistakes/*.cu
    ${answers}/also_right/*.cu)
  foreach(program ${programs})
    lockstep_answer_name(${program} answer)
    lockstep_lesson_program(${name}.${answer} ${lesson} ${name}.check
      ${program})
    lockstep_one_architecture(${name}.${answer})
  endforeach()
endfunction()

# Lessons whose answers call, with types of lesson.h, functions that lesson.h
# declares: in a namespace such a call has two meanings.
set(LOCKSTEP_ANSWERS_APART 02_know_your_device 28_two_launches)

# The exercise as it is given, whatever became of it, under its own name.
function(lockstep_given_exercise name lesson result)
  set(given ${CMAKE_CURRENT_BINARY_DIR}/${name}.given/exercise.cu)
  file(READ ${lesson}/.skeleton.cu text)
  file(CONFIGURE OUTPUT ${given} @ONLY
    CONTENT "#line 1 \"${lesson}/exercise.cu\"\n@text@")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${lesson}/.skeleton.cu)
  set(${result} ${given} PARENT_SCOPE)
endfunction()

# Where the runner tests, it tests the programs of answers_together.cmake; those
# that stand alone are then built on request.
function(lockstep_test_answers_together name)
  set(lesson ${PROJECT_SOURCE_DIR}/lessons/${name})
  set(answers ${PROJECT_SOURCE_DIR}/solutions/${name})
  file(GLOB programs CONFIGURE_DEPENDS ${answers}/mistakes/*.cu
    ${answers}/also_right/*.cu)
  list(APPEND programs ${answers}/solution.cu)
  foreach(alone ${programs} ${lesson}/example.cu)
    lockstep_answer_name(${alone} answer)
    set_target_properties(${name}.${answer} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(answers ${name}.${answer})
  endforeach()
  add_dependencies(answers ${name})
  lockstep_given_exercise(${name} ${lesson} given)
  list(APPEND programs ${given})
  if(NOT name IN_LIST LOCKSTEP_ANSWERS_APART)
    lockstep_answers_together(${name} ${lesson} ${lesson}/example.cu
      ${programs})
    return()
  endif()
  foreach(program ${programs} ${lesson}/example.cu)
    lockstep_answer_name(${program} answer)
    set(check ${name}.check)
    if(answer STREQUAL "example")
      set(check "")
    endif()
    lockstep_lesson_program(${name}.tested.${answer} ${lesson} "${check}"
      ${program})
    lockstep_one_architecture(${name}.tested.${answer})
  endforeach()
endfunction()

function(add_lesson name)
  set(LOCKSTEP_ROOT ${PROJECT_SOURCE_DIR})
  lockstep_lesson_targets(${name})
  if(LOCKSTEP_UNITY)
    target_precompile_headers(${name}.check REUSE_FROM lockstep_check_headers)
  endif()
  string(REGEX MATCH "^([0-9][0-9]|exam_[0-9])" number ${name})
  set(answers ${LOCKSTEP_ROOT}/solutions/${name})
  if(NOT EXISTS ${answers})
    lockstep_lesson_test(${name}.example "lesson;${number}" run ${name})
  else()
    lockstep_lesson_test(${name}.example "lesson;${number}"
      run ${name} --tested)
    lockstep_lesson_test(${name}.solution "lesson;${number}"
      check ${name} --solution --tested)
  endif()
  file(GLOB others CONFIGURE_DEPENDS ${answers}/also_right/*.cu)
  foreach(other ${others})
    cmake_path(GET other STEM stem)
    lockstep_lesson_test(${name}.also_right.${stem} "lesson;${number}"
      check ${name} --also-right ${stem} --tested)
  endforeach()

  # Without the runner nothing can tell why a check fails.
  if(NOT LOCKSTEP_RUNNER)
    add_test(NAME ${name}.technique COMMAND sh -c "exit 77")
    set_tests_properties(${name}.technique PROPERTIES
      LABELS "lesson;${number}" SKIP_RETURN_CODE 77)
    return()
  endif()
  lockstep_lesson_test(${name} "lesson;${number}" check ${name} --skip-todo)
  set_property(TEST ${name} PROPERTY SKIP_RETURN_CODE 77)
  # The contract is about a lesson and its answers.
  if(NOT EXISTS ${answers})
    return()
  endif()
  lockstep_test_answers_together(${name})
  file(GLOB mistakes CONFIGURE_DEPENDS ${answers}/mistakes/*.cu)
  foreach(mistake ${mistakes})
    cmake_path(GET mistake STEM stem)
    lockstep_lesson_test(${name}.mistake.${stem} "contract;${number}"
      dev mistake ${name} ${stem} --tested)
  endforeach()
  lockstep_lesson_test(${name}.contract "contract;${number}"
    dev check ${name} --no-answers --tested)
  lockstep_lesson_test(${name}.text "contract;${number}"
    dev text ${name} --tested)
  lockstep_lesson_test(${name}.picture "contract;${number}"
    dev picture ${name} --tested)
endfunction()
