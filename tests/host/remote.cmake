# SPDX-License-Identifier: MIT
# A program, the process that runs its device code, and that process in the
# hands of an attacker: with its filter, and without.
lockstep_need(Seccomp)
set(remote ${CMAKE_CURRENT_LIST_DIR}/remote)
add_executable(remote_program ${remote}/program.cpp)
target_include_directories(remote_program SYSTEM PRIVATE
  ${LOCKSTEP_CUDA_INCLUDE})
target_link_libraries(remote_program PRIVATE lockstep_options cudart)
set_target_properties(remote_program PROPERTIES SKIP_BUILD_RPATH ON)
foreach(name remote_hostile remote_unsealed)
  add_executable(${name} ${remote}/hostile_device.cpp
    ${PROJECT_SOURCE_DIR}/simt/apart/seal.cpp
    ${PROJECT_SOURCE_DIR}/simt/apart/filter.cpp
    ${PROJECT_SOURCE_DIR}/simt/apart/wire.cpp)
  target_link_libraries(${name} PRIVATE lockstep_options served_cudart
    Seccomp::Seccomp)
  # A runtime starts the simt_device in the folder above it.
  set_target_properties(${name} PROPERTIES OUTPUT_NAME simt_device
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}/remote)
  add_custom_command(TARGET ${name} POST_BUILD COMMAND ${CMAKE_COMMAND} -E
    create_symlink $<TARGET_FILE:remote_cudart>
    ${CMAKE_CURRENT_BINARY_DIR}/${name}/remote/libcudart.so.13)
endforeach()
target_compile_definitions(remote_unsealed PRIVATE WITHOUT_SEAL)

add_executable(remote_test ${CMAKE_CURRENT_LIST_DIR}/remote_test.cpp)
target_sources(remote_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_compile_definitions(remote_test PRIVATE
  BUILD="${PROJECT_BINARY_DIR}"
  PROGRAM="$<TARGET_FILE:remote_program>"
  HOSTILE="${CMAKE_CURRENT_BINARY_DIR}/remote_hostile"
  UNSEALED="${CMAKE_CURRENT_BINARY_DIR}/remote_unsealed")
target_link_libraries(remote_test PRIVATE lockstep_options doctest::doctest)
add_dependencies(remote_test remote_program remote_hostile remote_unsealed
  remote_cudart simt_device)
add_test(NAME remote COMMAND remote_test)
# Who looks for leaks starts a process, which simt_device may not.
set_tests_properties(remote PROPERTIES LABELS simt TIMEOUT 600
  ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
