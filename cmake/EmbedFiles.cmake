# Files as bytes in a C++ source. Included, it gives embed_scenes(TARGET FOLDER): the .json files below
# FOLDER (without schema.json) become embedded_scenes() of TARGET. Run as a script
# (cmake -DFOLDER= -DFILES= -DOUTPUT= -P EmbedFiles.cmake) it writes that source.

if(CMAKE_SCRIPT_MODE_FILE)
  set(arrays "")
  set(entries "")
  set(number 0)
  foreach(name IN LISTS FILES)
    file(READ ${FOLDER}/${name} hex HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
    string(APPEND arrays "constexpr char file_${number}[] = {${bytes}'\\0'};\n")
    string(APPEND entries "    {\"${name}\", {file_${number}, sizeof(file_${number}) - 1}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE ${OUTPUT} "#include <lamella/scene/embedded_files.hpp>\n\nnamespace lamella {\n\nnamespace {\n\n${arrays}\n"
    "constexpr EmbeddedFile kFiles[] = {\n${entries}};\n\n}  // namespace\n\n"
    "std::span<const EmbeddedFile> embedded_scenes() { return kFiles; }\n\n}  // namespace lamella\n")
  return()
endif()

set(LAMELLA_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(embed_scenes target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*.json)
  list(REMOVE_ITEM files schema.json)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded_files.cpp)
  list(TRANSFORM files PREPEND ${folder}/ OUTPUT_VARIABLE paths)
  add_custom_command(OUTPUT ${output} DEPENDS ${paths} ${LAMELLA_EMBED_SCRIPT} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} "-DFILES=${files}" -DOUTPUT=${output} -P ${LAMELLA_EMBED_SCRIPT})
  target_sources(${target} PRIVATE ${output})
endfunction()
