# What every target of ours is built with, and the two functions that make targets from folders.

find_program(LAMELLA_CCACHE ccache)
if(LAMELLA_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${LAMELLA_CCACHE})
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_CXX_FLAGS_RELEASE_SET_BY_LAMELLA)
  set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG" CACHE STRING "" FORCE)
  set(CMAKE_CXX_FLAGS_RELEASE_SET_BY_LAMELLA TRUE CACHE INTERNAL "")
endif()

# No contraction and no fast-math: the same bits everywhere (docs/architecture.md, Arithmetic).
add_library(lamella_flags INTERFACE)
target_include_directories(lamella_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(lamella_flags INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror
  # g++ 12 warns wrongly about inlined containers under the last four names.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds -Wno-restrict>)
if(LAMELLA_ARCH)
  target_compile_options(lamella_flags INTERFACE -march=${LAMELLA_ARCH})
endif()
# Files come from anywhere: what a mistake in a reader could do is made hard. docs/performance.md has what it costs.
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT LAMELLA_SANITIZE)
  target_compile_options(lamella_flags INTERFACE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
    -fstack-clash-protection -fcf-protection)
  target_link_options(lamella_flags INTERFACE -Wl,-z,relro,-z,now -Wl,-z,noexecstack)
endif()
if(LAMELLA_SANITIZE)
  # Marking the scope of every temporary pack makes a sum over neighbours twenty times slower; the fuzz targets do it.
  target_compile_options(lamella_flags INTERFACE -fsanitize=${LAMELLA_SANITIZE} -fno-sanitize-address-use-after-scope
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lamella_flags INTERFACE -fsanitize=${LAMELLA_SANITIZE})
endif()

# What most sources include, compiled once: use_precompiled(TARGET) takes cmake/precompiled.hpp. g++ only, so that the
# build of `./dev lint` sees that sources include what they use. Scenes are not in it: every parameter changes
# scene/scene.hpp, and not half of the sources that know scenes look into one.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
  add_library(lamella_precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(lamella_precompiled PRIVATE lamella_flags Eigen3::Eigen)
  target_compile_options(lamella_precompiled PRIVATE -fpch-preprocess)
  target_precompile_headers(lamella_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp)
  # Never from the compiler cache: a precompiled header knows its files by their times, and those of another clone at
  # the same place would be included twice.
  set_target_properties(lamella_precompiled PROPERTIES CXX_COMPILER_LAUNCHER "")
endif()
function(use_precompiled target)
  if(TARGET lamella_precompiled)
    target_compile_options(${target} PRIVATE -fpch-preprocess -fPIC)  # as the header was compiled, in programs, too
    target_precompile_headers(${target} REUSE_FROM lamella_precompiled)
  endif()
endfunction()

# lamella_folder(NAME LINKS folder... LIBRARIES third-party...): the sources of lamella/NAME as a library
# that may use the folders it links. Every .cpp of the folder and its sub-folders is built: nothing is listed by hand.
function(lamella_folder name)
  cmake_parse_arguments(ARG "" "" "LINKS;LIBRARIES;EXCLUDE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  foreach(excluded IN LISTS ARG_EXCLUDE)
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${name}/${excluded})
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_library(lamella_${name} STATIC ${sources})
  list(TRANSFORM ARG_LINKS PREPEND lamella_)
  foreach(link IN LISTS ARG_LINKS)
    if(NOT TARGET ${link})
      list(REMOVE_ITEM ARG_LINKS ${link})
    endif()
  endforeach()
  target_link_libraries(lamella_${name} PUBLIC lamella_flags Eigen3::Eigen ${ARG_LINKS} PRIVATE ${ARG_LIBRARIES})
  use_precompiled(lamella_${name})
  set_property(GLOBAL APPEND PROPERTY LAMELLA_FOLDERS lamella_${name})
  set_property(GLOBAL APPEND PROPERTY LAMELLA_LIBRARIES ${ARG_LIBRARIES})
endfunction()

# lamella_tests(NAME FOLDER library...): the tests of tests/NAME as one program that sees what lamella/FOLDER sees.
function(lamella_tests name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(NOT sources OR NOT TARGET lamella_${folder})
    return()
  endif()
  add_executable(test_${name} ${sources})
  use_precompiled(test_${name})
  target_link_libraries(test_${name} PRIVATE lamella_${folder} GTest::gtest GTest::gtest_main ${ARGN})
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
