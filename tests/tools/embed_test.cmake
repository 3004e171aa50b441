# Installs the library of BUILD below FOLDER, builds EXAMPLE against it as a stranger would, and runs it.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output)
  message("${output}")
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix --component library)
run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${FOLDER}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${FOLDER}/prefix -DCMAKE_CXX_FLAGS=-Wall)
run(${CMAKE_COMMAND} --build ${FOLDER}/build)
run(${FOLDER}/build/embed)
if(NOT output MATCHES "^2109 particles, [0-9]+ triangles, 0\\.2[0-9]+ m\\^3, closed: 1\n$")
  message(FATAL_ERROR "the example printed something else")
endif()
