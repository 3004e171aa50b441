// lamella convert: between file formats, one file or a sequence.
#include <cli/convert_file.hpp>
#include <cli/signals.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/usd/usda.hpp>
#include <lamella/pipeline/body_export.hpp>
#include <lamella/pipeline/file_stage.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/splishsplash_scene.hpp>

#include <fmt/format.h>

#include <set>

namespace lamella::cli {

namespace {

struct ConvertArguments {
    std::string input;
    std::string output;
    std::string up = "y";
    std::string up_out = "y";
    std::optional<double> frame_rate;
    bool resume = false;
    bool overwrite = false;

    double rate() const { return frame_rate.value_or(24.0); }
    Orientation orientation() const {
        Orientation result;
        if (up_out == "z") result.up = UpAxis::z;
        if (up != up_out) result.turn = up == "z" ? Turn::z_up_to_y_up : Turn::y_up_to_z_up;
        return result;
    }
};

// A USD file holds a whole sequence.
StageResult convert_to_usda(const Session& session, const ConvertArguments& arguments,
                            const std::vector<FilePair>& pairs) {
    if (std::filesystem::exists(arguments.output) && !arguments.overwrite)
        throw InputError(arguments.output + ": the file is there already; use --overwrite");
    const Orientation orientation = arguments.orientation();
    UsdaWriter writer(arguments.output, arguments.rate(), provenance(""), orientation.up);
    for (const FilePair& pair : pairs) {
        if (session.run.should_stop()) return StageResult::stopped;
        ReadNotes notes;
        writer.add(pair.frame, read_turned_mesh(pair.input, orientation.turn, notes));
        for (const std::string& note : notes) session.log.warning(note);
    }
    for (const std::string& name : writer.finish())
        session.log.warning(
            fmt::format("{}: the attribute '{}' is left out: some frames have none", arguments.output, name));
    return StageResult::done;
}

// What ParaView opens: out/water.%04d.vtu gets out/water.pvd and out/water.vtu.series, out/water.%04d.vtk gets
// out/water.vtk.series.
void write_index(const std::string& pattern, const std::vector<FilePair>& pairs, double rate) {
    std::vector<FrameFile> files;
    for (const FilePair& pair : pairs)
        if (std::filesystem::exists(pair.output)) files.push_back({pair.frame, pair.output});
    const std::filesystem::path path(pattern);
    std::string stem = path.filename().string();
    stem = stem.substr(0, stem.find_first_of("%{*"));
    stem = stem.substr(0, stem.find_last_not_of("._-") + 1);
    const auto index = path.parent_path() / (stem.empty() ? "sequence" : stem);
    if (ending_of(path) == ".vtu") write_pvd(index.string() + ".pvd", files, rate);
    if (ending_of(path) == ".vtu" || ending_of(path) == ".vtk")
        write_series(index.string() + ending_of(path) + ".series", files, rate);
}

FilesResult convert_sequence(const Session& session, const ConvertArguments& arguments,
                             const std::vector<FilePair>& pairs) {
    StageOptions options;
    options.resume = arguments.resume;
    options.overwrite = arguments.overwrite;
    std::set<std::string> lost;  // told once
    const auto convert_one = [&](const std::filesystem::path& input, const std::filesystem::path& output) {
        ReadNotes notes;
        for (const std::string& name : convert_file(input, output, arguments.orientation(), notes))
            if (lost.insert(name).second)
                notes.push_back(fmt::format("{}: the attribute '{}' is left out: the format has no place for it",
                                            output.string(), name));
        for (const std::string& note : notes) session.log.warning(note);
    };
    FilesResult result = for_each_file(session.run, "convert", arguments.input, arguments.output, options, convert_one);
    if (is_pattern(result.place) && result.place.find('*') == std::string::npos)
        write_index(result.place, pairs, arguments.rate());
    return result;
}

// A scene of another program.
int convert_scene(Session& session, const ConvertArguments& arguments) {
    if (ending_of(arguments.output) != ".json")
        throw InputError(fmt::format("{}: a scene (.json) converts to .json only", arguments.output));
    if (std::filesystem::exists(arguments.output) && !arguments.overwrite)
        throw InputError(arguments.output + ": the file is there already; use --overwrite");
    make_folder_of(arguments.output);
    const std::filesystem::path folder = std::filesystem::absolute(arguments.output).parent_path();
    const ImportedScene scene = import_splishsplash(read_file(arguments.input), arguments.input, folder);
    for (const std::string& note : scene.notes) session.log.warning(note);
    write_file(arguments.output, scene.text);
    return finish(session, StageResult::done, arguments.output);
}

// The bodies of a run, with transforms that move them.
int convert_bodies(Session& session, const ConvertArguments& arguments) {
    const UpAxis up = arguments.orientation().up;
    require_moving_ending(arguments.output, up);
    if (std::filesystem::exists(arguments.output) && !arguments.overwrite)
        throw InputError(arguments.output + ": the file is there already; use --overwrite");
    if (arguments.up == "z") throw InputError(arguments.input + ": a run has y up; leave out --up");
    BodyExport run = bodies_of_run(session.run, arguments.input);
    if (arguments.frame_rate) run.bodies.frame_rate = *arguments.frame_rate;
    make_folder_of(arguments.output);
    write_moving_meshes(arguments.output, run.bodies, provenance(run.scene_hash), up);
    for (const std::string& note : run.notes) session.log.warning(note);
    return finish(session, StageResult::done, arguments.output);
}

int convert(Session& session, const ConvertArguments& arguments) {
    end_on_signals();
    if (RunFolder(arguments.input).exists()) return convert_bodies(session, arguments);
    if (ending_of(arguments.input) == ".json") return convert_scene(session, arguments);
    const auto pairs = file_pairs(arguments.input, arguments.output);
    make_folder_of(arguments.output);
    if (ending_of(arguments.output) == ".usda" && !is_pattern(arguments.output))
        return finish(session, convert_to_usda(session, arguments, pairs), arguments.output);
    return finish(session, convert_sequence(session, arguments, pairs));
}

}  // namespace

void add_convert(CommandLine& program) {
    auto arguments = std::make_shared<ConvertArguments>();
    program
        .add_verb("convert",
                  "convert particles, strands, meshes, tetrahedra and volumes between file formats, the bodies of a "
                  "run to an animation, and scenes of SPlisHSPlasH to ours",
                  "lamella convert 'particles/water.%04d.bgeo' 'vtu/water.%04d.vtu'",
                  [=](Session& session) { return convert(session, *arguments); })
        .argument("IN", arguments->input,
                  "a file, or a sequence in quotes (%04d, {} or *); a run folder, whose bodies become transforms of "
                  "meshes (.usda, .glb, .gltf); a scene of SPlisHSPlasH (.json)")
        .argument("OUT", arguments->output,
                  "a file or a sequence (* is the name of each file of IN); its ending is the format")
        .word_option("--up", arguments->up, {"y", "z"}, "the axis that is up in IN (default: y)")
        .word_option("--up-out", arguments->up_out, {"y", "z"}, "the axis that is up in OUT (default: y)")
        .positive_option("--frame-rate", "RATE", arguments->frame_rate,
                         "frames per second in .usda, .pvd and .series (default: 24; of a run its own)")
        .flag("--resume", arguments->resume, "leave out what is there already")
        .flag("--overwrite", arguments->overwrite, "replace files that are there")
        .excluding_flags("--resume", "--overwrite");
}

}  // namespace lamella::cli
