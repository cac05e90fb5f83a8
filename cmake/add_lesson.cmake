# SPDX-License-Identifier: MIT
# add_lesson(13_bank_conflicts): targets and tests of one lesson, from the
# fixed names of its files (docs/lesson-contract.md).
include(check_main)

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

# 177: an answer need not use each variable that is given outside of its marks.
set(LOCKSTEP_LESSON_OPTIONS
  -lineinfo ${LOCKSTEP_CUDA_WARNINGS} -Werror=all-warnings -diag-suppress=177)

# On the emulator one PTX is enough; its machine code is that of the H200, the
# device by default, as it is the machine code that tells the registers. Another
# GPU compiles the PTX.
function(lockstep_generate_code ptx result)
  set(machine sm_90)
  if(ptx STREQUAL 90a)
    set(machine sm_90a)
  endif()
  set(${result}
    "--generate-code=arch=compute_${ptx},code=[compute_${ptx},${machine}]"
    PARENT_SCOPE)
endfunction()
function(lockstep_one_architecture target ptx)
  if(LOCKSTEP_EMULATOR)
    lockstep_generate_code(${ptx} code)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES OFF)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CUDA>:${code}>)
  elseif(ptx MATCHES "^90")
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES ${ptx})
  elseif(ptx GREATER 75)
    set_target_properties(${target} PROPERTIES
      CUDA_ARCHITECTURES "75;${ptx};90-real")
  endif()
endfunction()

# The architecture of the PTX of the lesson in folder `lesson`: `arch` of its
# lesson.toml, or 75.
function(lockstep_lesson_ptx lesson result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${lesson}/lesson.toml)
  file(STRINGS ${lesson}/lesson.toml arch REGEX "^arch *= *\"?[0-9]+")
  string(REGEX MATCH "[0-9]+a?" arch "${arch}")
  if(NOT arch)
    set(arch 75)
  endif()
  set(${result} ${arch} PARENT_SCOPE)
endfunction()

# How a program of a lesson is compiled and linked; `lesson` is its folder. No
# RPATH: LD_LIBRARY_PATH chooses the emulator or the real runtime.
function(lockstep_lesson_options target lesson)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR} ${lesson})
  target_compile_options(${target} PRIVATE ${LOCKSTEP_LESSON_OPTIONS}
    -Xcompiler=-fmacro-prefix-map=${LOCKSTEP_ROOT}/=
    -Xcompiler=-fmacro-prefix-map=../=)
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  target_link_options(${target} PRIVATE ${LOCKSTEP_QUICK_LINK})
  set_target_properties(${target} PROPERTIES
    SKIP_BUILD_RPATH ON
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
  lockstep_lesson_ptx(${lesson} ptx)
  lockstep_one_architecture(${target} ${ptx})
endfunction()

# A program of a lesson that is not the learner's.
function(lockstep_own_program target)
  target_compile_definitions(${target} PRIVATE ${LOCKSTEP_FEWER_HEADERS})
endfunction()

# Unlike the solution, answers have no way for a GPU older than the lesson's PTX.
function(lockstep_answer_options target lesson)
  lockstep_own_program(${target})
  lockstep_lesson_ptx(${lesson} ptx)
  if(ptx EQUAL 80 AND NOT LOCKSTEP_EMULATOR)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "80;90-real")
  endif()
endfunction()

# A mistake or another right answer as a program: splice.awk puts its region
# into the solution. What differs between the two lies between the marks. Where
# that is device code, only kernels are compiled, into library `kernels`; they
# replace those in the solution's object, as in ./learn grade.
function(lockstep_lesson_answer name lesson answers kernels file)
  cmake_path(GET file STEM stem)
  cmake_path(GET file PARENT_PATH kind)
  cmake_path(GET kind FILENAME kind)
  string(REGEX REPLACE "s$" "" kind ${kind})
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/${name}.answers/${kind}.${stem}.cu)
  add_custom_command(OUTPUT ${whole}
    COMMAND awk -f ${PROJECT_SOURCE_DIR}/cmake/splice.awk -v answer=${file}
      -v to=${whole} -v lines=1 ${answers}/solution.cu
    DEPENDS ${file} ${answers}/solution.cu
      ${PROJECT_SOURCE_DIR}/cmake/splice.awk
    COMMENT "" VERBATIM)
  if(kernels)
    target_sources(${kernels} PRIVATE ${whole})
    set(fatbin $<TARGET_OBJECTS:${kernels}>)
    set(fatbin $<FILTER:${fatbin},INCLUDE,/${kind}[.]${stem}[.]>)
    set(solution $<TARGET_OBJECTS:${name}.solution>)
    set(whole ${whole}.o)
    add_custom_command(OUTPUT ${whole}
      COMMAND ${CMAKE_OBJCOPY} --update-section .nv_fatbin=${fatbin}
        ${solution} ${whole}
      DEPENDS ${fatbin} ${solution} COMMENT "" VERBATIM)
  endif()
  set(target ${name}.${kind}.${stem})
  lockstep_lesson_program(${target} ${lesson} ${name}.check ${whole})
  lockstep_answer_options(${target} ${lesson})
  if(kernels)  # no source tells CMake what to link
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CUDA)
    target_link_libraries(${target} PRIVATE -lcudart)
  endif()
endfunction()

# What the answers of a lesson share where its region is device code: `result`
# is the library of their kernels, else empty. A kernel in an unnamed namespace
# has the path of its file in its name: there answers are compiled whole, and so
# they are by make, where no rule may name an object of another target.
function(lockstep_lesson_kernels name lesson answers result)
  set(${result} "" PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${answers}/solution.cu)
  file(STRINGS ${lesson}/lesson.toml device REGEX "^region = \"device\"")
  file(STRINGS ${answers}/solution.cu unnamed REGEX "^namespace {")
  if(NOT device OR unnamed OR NOT ARGN OR NOT CMAKE_GENERATOR MATCHES Ninja)
    return()
  endif()
  add_library(${name}.kernels OBJECT)
  lockstep_lesson_options(${name}.kernels ${lesson})
  lockstep_answer_options(${name}.kernels ${lesson})
  target_compile_options(${name}.kernels PRIVATE --fatbin)
  set(${result} ${name}.kernels PARENT_SCOPE)
endfunction()

# What ./learn grade needs to build a submission without CMake: one thing a
# line, `option` or `object`.
function(lockstep_lesson_parts name lesson)
  lockstep_lesson_ptx(${lesson} ptx)
  lockstep_generate_code(${ptx} code)
  separate_arguments(flags NATIVE_COMMAND
    "${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_RELEASE}")
  list(APPEND flags ${LOCKSTEP_LESSON_OPTIONS} -std=c++17
    ${code})
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

  lockstep_lesson_parts(${name} ${lesson})

  # The learner's own. ctest counts it as skipped while its TODO still stands.
  # Built with the rest only where the contract is tested (add_lesson below).
  lockstep_lesson_program(${name} ${lesson} ${name}.check
    ${lesson}/exercise.cu)
  set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  lockstep_lesson_program(${name}.example ${lesson} "" ${lesson}/example.cu)
  lockstep_own_program(${name}.example)
  if(NOT EXISTS ${answers})
    return()
  endif()
  lockstep_lesson_program(${name}.solution ${lesson} ${name}.check
    ${answers}/solution.cu)
  lockstep_own_program(${name}.solution)
  if(NOT LOCKSTEP_TESTS)
    return()
  endif()
  file(GLOB programs CONFIGURE_DEPENDS ${answers}/mistakes/*.cu
    ${answers}/also_right/*.cu)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}.answers)
  lockstep_lesson_kernels(${name} ${lesson} ${answers} kernels ${programs})
  foreach(program ${programs})
    lockstep_lesson_answer(${name} ${lesson} ${answers} "${kernels}" ${program})
  endforeach()
  if(kernels)
    lockstep_only_full(TARGETS ${kernels})
  endif()
endfunction()

function(add_lesson name)
  set(LOCKSTEP_ROOT ${PROJECT_SOURCE_DIR})
  lockstep_lesson_targets(${name})
  if(LOCKSTEP_UNITY)
    target_precompile_headers(${name}.check REUSE_FROM lockstep_check_headers)
  endif()
  if(NOT LOCKSTEP_TESTS)
    return()
  endif()
  string(REGEX MATCH "^([0-9][0-9]|exam_[0-9])" number ${name})
  set(answers ${LOCKSTEP_ROOT}/solutions/${name})
  if(NOT EXISTS ${answers})
    lockstep_lesson_test(${name}.example "lesson;${number}" run ${name})
  else()
    lockstep_lesson_test(${name}.example "lesson;${number}"
      run ${name} --built)
    lockstep_only_full(TESTS ${name}.example TARGETS ${name}.example)
    lockstep_lesson_test(${name}.solution "lesson;${number}"
      check ${name} --solution --built)
  endif()
  file(GLOB others CONFIGURE_DEPENDS ${answers}/also_right/*.cu)
  set(answered ${name}.example)
  foreach(other ${others})
    cmake_path(GET other STEM stem)
    lockstep_lesson_test(${name}.also_right.${stem} "lesson;${number}"
      check ${name} --also-right ${stem} --built)
    list(APPEND answered ${name}.also_right.${stem})
  endforeach()
  if(others)
    lockstep_only_full(TESTS ${answered} TARGETS ${answered})
  endif()

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
  set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL OFF)
  list(APPEND answered ${name})
  file(GLOB mistakes CONFIGURE_DEPENDS ${answers}/mistakes/*.cu)
  list(GET mistakes 0 first)
  foreach(mistake ${mistakes})
    cmake_path(GET mistake STEM stem)
    lockstep_lesson_test(${name}.mistake.${stem} "contract;${number}"
      dev mistake ${name} ${stem} --built)
    if(NOT mistake STREQUAL first)
      lockstep_only_full(TESTS ${name}.mistake.${stem}
        TARGETS ${name}.mistake.${stem})
    endif()
    list(APPEND answered ${name}.mistake.${stem})
  endforeach()
  # ./learn test builds those of a lesson that was changed. Their tests need the
  # runner and the emulator, too.
  add_custom_target(${name}.all_answers)
  add_dependencies(${name}.all_answers ${answered})
  foreach(needed learn cudart)
    if(TARGET ${needed})
      add_dependencies(${name}.all_answers ${needed})
    endif()
  endforeach()
  lockstep_lesson_test(${name}.contract "contract;${number}"
    dev check ${name} --no-answers --built)
  lockstep_lesson_test(${name}.text "contract;${number}"
    dev text ${name} --built)
  lockstep_lesson_test(${name}.picture "contract;${number}"
    dev picture ${name} --built)
  lockstep_only_full(TARGETS ${name} TESTS ${name}
    ${name}.contract ${name}.text ${name}.picture)
endfunction()
