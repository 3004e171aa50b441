# Files as bytes in a C++ source. Included, it gives embed_files(TARGET FOLDER FILES HEADER FUNCTION): the files,
# named relative to FOLDER, become what FUNCTION, declared in HEADER, of TARGET returns. Run as a script
# (cmake -DFOLDER= -DFILES= -DHEADER= -DFUNCTION= -DOUTPUT= -P EmbedFiles.cmake) it writes that source.

if(CMAKE_SCRIPT_MODE_FILE)
  set(arrays "")
  set(entries "")
  set(number 0)
  foreach(name IN LISTS FILES)
    file(READ ${FOLDER}/${name} hex HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
    string(APPEND arrays "constexpr char file_${number}[] = {${bytes}'\\0'};\n")
    string(APPEND entries "    EmbeddedFile{\"${name}\", {file_${number}, sizeof(file_${number}) - 1}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE ${OUTPUT} "#include <${HEADER}>\n\n#include <array>\n\nnamespace lamella {\n\nnamespace {\n\n${arrays}\n"
    "constexpr std::array<EmbeddedFile, ${number}> kFiles{\n${entries}};\n\n}  // namespace\n\n"
    "std::span<const EmbeddedFile> ${FUNCTION}() { return kFiles; }\n\n}  // namespace lamella\n")
  return()
endif()

set(LAMELLA_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(embed_files target folder files header function)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  list(TRANSFORM files PREPEND ${folder}/ OUTPUT_VARIABLE paths)
  add_custom_command(OUTPUT ${output} DEPENDS ${paths} ${LAMELLA_EMBED_SCRIPT} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} "-DFILES=${files}" -DHEADER=${header} -DFUNCTION=${function}
            -DOUTPUT=${output} -P ${LAMELLA_EMBED_SCRIPT})
  target_sources(${target} PRIVATE ${output})
endfunction()

# embed_scenes(TARGET FOLDER): the scenes below FOLDER, without schema.json, and beside them the meshes and pictures
# that they name.
function(embed_scenes target folder)
  set(endings json glb gltf obj ply stl hdr png)
  list(TRANSFORM endings PREPEND ${folder}/*. OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${patterns})
  list(REMOVE_ITEM files schema.json)
  embed_files(${target} ${folder} "${files}" lamella/scene/embedded_files.hpp embedded_scenes)
endfunction()

# embed_page(TARGET FOLDER): the files of the viewer's page in FOLDER, none when it has not been built.
function(embed_page target folder)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
  embed_files(${target} ${folder} "${files}" lamella/view/embedded_page.hpp embedded_page)
endfunction()
