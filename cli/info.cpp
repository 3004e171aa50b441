// lamella info: what is in a file.
#include <cli/convert_file.hpp>
#include <cli/exit_codes.hpp>
#include <cli/info_parts.hpp>
#include <cli/session.hpp>
#include <cli/signals.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <algorithm>

namespace lamella::cli {

namespace {

// What a glTF file has besides its mesh.
std::string rig_text(const std::string& file, const TriangleMesh& mesh) {
    const std::string ending = ending_of(file);
    return ending == ".glb" || ending == ".gltf" ? rig_info(read_rig_contents(read_file(file), file), mesh) : "";
}

// A file whose format can hold several kinds is a mesh when it has triangles, tetrahedra or strands when it has such.
std::string geometry_info(const std::string& file, ReadNotes& notes) {
    if (has_tet_ending(file) || has_strand_ending(file)) {
        const std::string bytes = read_file(file);
        if (holds_tets(bytes, file)) return tets_info(parse_tets(bytes, file, &notes));
        if (holds_strands(bytes, file)) return strands_info(parse_strands(bytes, file, &notes));
        return particles_info(parse_particles(bytes, file, &notes));
    }
    if (has_mesh_ending(file)) {
        const TriangleMesh mesh = read_mesh(file, &notes);
        if (!mesh.empty() || !has_particle_ending(file)) return mesh_info(mesh) + rig_text(file, mesh);
        notes.clear();
    }
    return particles_info(read_particles(file, &notes));
}

bool is_shipped_scene(const std::string& name) {
    const auto scenes = shipped_scenes();
    return std::any_of(scenes.begin(), scenes.end(), [&](const ShippedScene& scene) { return scene.name == name; });
}

std::string info_text(const std::string& file, ReadNotes& notes) {
    const std::string ending = ending_of(file);
    if (std::filesystem::is_directory(file)) return run_info(file);
    if (!std::filesystem::exists(file) && !is_shipped_scene(file))
        throw InputError(file + ": there is no such file or folder, and no shipped scene of that name");
    if (ending == ".json" && std::filesystem::exists(file) && holds_poses(read_file(file)))
        return poses_info(read_poses(file));
    if (ending == ".json" || !std::filesystem::exists(file)) return scene_info(load_scene(file));
    if (ending == ".lck") return checkpoint_info(read_checkpoint(file));
    if (ending == ".vdb") return volume_info(read_vdb(file, {}, &notes));
    if (has_mesh_ending(file) || has_particle_ending(file)) return geometry_info(file, notes);
    std::vector<std::string> known = geometry_endings();
    known.insert(known.end(), {".vdb", ".lck", ".json"});
    refuse_ending(file, "format", known);
}

int info(const Session& session, const std::string& file) {
    end_on_signals();
    ReadNotes notes;
    print(info_text(file, notes));
    for (const std::string& note : notes) session.log.warning(note);
    return kDone;
}

}  // namespace

void add_info(CommandLine& program) {
    auto file = std::make_shared<std::string>();
    program
        .add_verb("info",
                  "say what is in a file of particles, meshes, tetrahedra, strands, poses, volumes, a checkpoint or "
                  "scene, or in a run folder",
                  "lamella info demo-run/surface/water.0001.ply",
                  [=](Session& session) { return info(session, *file); })
        .argument("FILE", *file, "the file, run folder or shipped scene");
}

}  // namespace lamella::cli
