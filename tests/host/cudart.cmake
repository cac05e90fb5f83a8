# SPDX-License-Identifier: MIT
# The inside of libcudart.so.13 without its shared library, and the names that
# the library shows to a program.
add_executable(cudart_test
  ${CMAKE_CURRENT_LIST_DIR}/cudart_a64_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_call_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_copy_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_faults_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_graph_memory_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_graph_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_guard_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_handles_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_host_function_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_options_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_order_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_output_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_queue_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_touches_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_twelve_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cudart_unfinished_test.cpp)
target_compile_definitions(cudart_test PRIVATE
  LOCKSTEP_ROOT="${PROJECT_SOURCE_DIR}")
lockstep_room(cudart_test)
target_sources(cudart_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(cudart_test PRIVATE
  lockstep_options simt_process simt_cudart simt_cuda simt_twelve
  doctest::doctest)
add_test(NAME cudart COMMAND cudart_test "-tse=small device")
add_test(NAME cudart.small_device COMMAND cudart_test "-ts=small device")
set_tests_properties(cudart cudart.small_device PROPERTIES LABELS simt)
set_tests_properties(cudart.small_device PROPERTIES ENVIRONMENT SIMT_DEVICE=c1060)

# Each library shows the functions of the real one, and some of our own; the
# server of grading is in that of simt_device alone.
function(check_exports name library node list)
  string(REPLACE ";" "\\;" besides "${ARGN}")
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND}
    -D NM=${CMAKE_NM}
    -D LIBRARY=$<TARGET_FILE:${library}>
    -D NODE=${node}
    -D LIST=${PROJECT_SOURCE_DIR}/simt/${list}
    -D BESIDES=${besides}
    -P ${PROJECT_SOURCE_DIR}/simt/cudart/check_exports.cmake)
  set_tests_properties(${name} PROPERTIES LABELS simt)
endfunction()
get_property(former GLOBAL PROPERTY lockstep_former_calls)
set(own ${former} simt_launch_count simt_launch_at simt_instruction_count
  simt_allocation_traffic simt_fail_call simt_call_failed
  simt_live_objects simt_emulator_version simt_driver_function)
check_exports(cudart.exports cudart 13 cudart/exports.txt ${own})
check_exports(apart.exports served_cudart 13 cudart/exports.txt ${own}
  simt_serve simt_serve_judge)
check_exports(twelve.exports former_cudart 12 twelve/names.txt)
