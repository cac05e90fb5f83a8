# SPDX-License-Identifier: MIT
add_executable(report_test
  ${CMAKE_CURRENT_LIST_DIR}/report_findings_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_from_json_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_json_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_table_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_text_test.cpp)
lockstep_room(report_test)
target_sources(report_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(report_test PRIVATE
  lockstep_options simt_report doctest::doctest)
target_compile_definitions(report_test PRIVATE
  RECORDED="${CMAKE_CURRENT_SOURCE_DIR}/recorded/reports.txt")
add_test(NAME report COMMAND report_test)
set_tests_properties(report PROPERTIES LABELS simt TIMEOUT 300)
