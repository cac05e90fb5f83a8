# SPDX-License-Identifier: MIT
add_executable(checks_test
  ${CMAKE_CURRENT_LIST_DIR}/checks_bank_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_old_banks_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_barrier_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_copies_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_counter_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_fault_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_findings_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_flight_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_forgotten_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_global_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_init_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_race_alike_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_race_cell_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_race_sync_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_race_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_recorded_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_sector_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_stuck_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_summary_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks_table_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/../patterns/shapes.cpp)
lockstep_room(checks_test)
target_sources(checks_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_compile_definitions(checks_test PRIVATE
  LOCKSTEP_ROOT="${PROJECT_SOURCE_DIR}")
target_link_libraries(checks_test PRIVATE
  lockstep_options simt_checks doctest::doctest)
target_compile_options(checks_test PRIVATE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
add_test(NAME checks COMMAND checks_test)
set_tests_properties(checks PROPERTIES LABELS simt TIMEOUT 600)
