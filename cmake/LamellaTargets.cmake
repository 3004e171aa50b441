# What every target of ours is built with, and the two functions that make targets from folders.

find_program(LAMELLA_CCACHE ccache)
if(LAMELLA_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LAMELLA_CCACHE})
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
if(LAMELLA_SANITIZE)
  target_compile_options(lamella_flags INTERFACE -fsanitize=${LAMELLA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lamella_flags INTERFACE -fsanitize=${LAMELLA_SANITIZE})
endif()

# lamella_folder(NAME LINKS folder... LIBRARIES third-party...): the sources of lamella/NAME as a library
# that may use the folders it links. Every .cpp of the folder is built: nothing is listed by hand.
function(lamella_folder name)
  cmake_parse_arguments(ARG "" "" "LINKS;LIBRARIES;EXCLUDE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
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
  set_property(GLOBAL APPEND PROPERTY LAMELLA_FOLDERS lamella_${name})
  set_property(GLOBAL APPEND PROPERTY LAMELLA_LIBRARIES ${ARG_LIBRARIES})
endfunction()

# lamella_tests(NAME): the tests of tests/NAME as one program that sees what lamella/NAME sees.
function(lamella_tests name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(NOT sources OR NOT TARGET lamella_${name})
    return()
  endif()
  add_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE lamella_${name} GTest::gtest GTest::gtest_main ${ARGN})
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
