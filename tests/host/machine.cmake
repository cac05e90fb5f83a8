# SPDX-License-Identifier: MIT
add_executable(machine_test
  ${CMAKE_CURRENT_LIST_DIR}/machine_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_bounds_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_split_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_lockstep_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_memory_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_numbers_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_threads_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_judged_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_resident_blocks_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_stuck_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_livelock_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_builtins_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_barriers_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_convergence_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_scheduler_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_calls_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_fresh_blocks_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_store_buffer_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_rows_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_async_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_cluster_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_dependents_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_matrix_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_mma_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_wmma_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_packed_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_occupancy_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_printf_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/machine_profile_test.cpp)
lockstep_room(machine_test)
target_sources(machine_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_compile_definitions(machine_test PRIVATE
  LOCKSTEP_ROOT="${PROJECT_SOURCE_DIR}")
target_include_directories(machine_test SYSTEM PRIVATE
  ${LOCKSTEP_CUDA_INCLUDE})
target_link_libraries(machine_test PRIVATE simt_machine simt_checks lockstep_options)
add_test(NAME simt.machine COMMAND machine_test)
set_tests_properties(simt.machine PROPERTIES LABELS simt TIMEOUT 600)
