// lamella convert: between file formats, one file or a sequence.
#include <cli/convert_file.hpp>
#include <cli/exit_codes.hpp>
#include <cli/file_pairs.hpp>
#include <cli/session.hpp>
#include <cli/signals.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/usda.hpp>
#include <lamella/pipeline/version.hpp>

namespace lamella::cli {

namespace {

struct ConvertArguments {
    std::string input;
    std::string output;
    std::string up = "y";
    std::string up_out = "y";
    std::optional<double> frame_rate;

    double rate() const { return frame_rate.value_or(24.0); }
    Turn turn() const {
        if (up == up_out) return Turn::none;
        return up == "z" ? Turn::z_up_to_y_up : Turn::y_up_to_z_up;
    }
};

// Calls convert(pair, notes) for each pair; a file at fault is told and the others are done.
template <class Convert>
void for_each_pair(const Session& session, const std::vector<FilePair>& pairs, Convert&& convert) {
    int failed = 0;
    for (const FilePair& pair : pairs) {
        if (session.run.should_stop()) return;
        ReadNotes notes;
        try {
            convert(pair, notes);
        } catch (const InputError& error) {
            if (pairs.size() == 1) throw;
            session.log.error(error.what());
            ++failed;
        }
        for (const std::string& note : notes) session.log.warning(note);
    }
    if (failed) throw InputError(fmt::format("{} of {} files failed; the others are done", failed, pairs.size()));
}

// A USD file holds a whole sequence.
void convert_to_usda(const Session& session, const ConvertArguments& arguments) {
    const auto pairs = file_pairs(arguments.input, arguments.output);
    UsdaWriter writer(arguments.output, arguments.rate(), provenance(""));
    for_each_pair(session, pairs, [&](const FilePair& pair, ReadNotes& notes) {
        writer.add(pair.frame, read_turned_mesh(pair.input, arguments.turn(), notes));
    });
    if (!session.run.should_stop()) writer.finish();
}

// What ParaView opens: out/water.%04d.vtu gets out/water.pvd, out/water.%04d.vtk gets out/water.vtk.series.
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
    if (ending_of(path) == ".vtk") write_series(index.string() + ".vtk.series", files, rate);
}

void convert_sequence(const Session& session, const ConvertArguments& arguments) {
    const auto pairs = file_pairs(arguments.input, arguments.output);
    for_each_pair(session, pairs, [&](const FilePair& pair, ReadNotes& notes) {
        convert_file(pair.input, pair.output, arguments.turn(), notes);
    });
    if (is_pattern(arguments.output)) write_index(arguments.output, pairs, arguments.rate());
}

void make_folder_of(const std::string& output) {
    const auto folder = std::filesystem::path(output).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) throw RunError(fmt::format("{}: the folder cannot be made ({})", folder.string(), error.message()));
}

int convert(const Session& session, const ConvertArguments& arguments) {
    make_folder_of(arguments.output);
    if (ending_of(arguments.output) == ".usda" && !is_pattern(arguments.output))
        convert_to_usda(session, arguments);
    else
        convert_sequence(session, arguments);
    if (session.run.should_stop()) return 128 + received_signal();
    session.log.info(fmt::format("lamella: done, see {}", arguments.output));
    return kDone;
}

}  // namespace

void add_convert(CommandLine& program) {
    auto arguments = std::make_shared<ConvertArguments>();
    program
        .add_verb("convert", "convert particles, meshes and volumes between file formats",
                  "lamella convert 'particles/water.%04d.bgeo' 'vtu/water.%04d.vtu'",
                  [=](Session& session) { return convert(session, *arguments); })
        .argument("IN", arguments->input, "a file, or a sequence in quotes (%04d, {} or *)")
        .argument("OUT", arguments->output, "a file or a sequence; its ending is the format")
        .word_option("--up", arguments->up, {"y", "z"}, "the axis that is up in IN (default: y)")
        .word_option("--up-out", arguments->up_out, {"y", "z"}, "the axis that is up in OUT (default: y)")
        .positive_option("--frame-rate", "RATE", arguments->frame_rate,
                         "frames per second in .usda, .pvd and .series (default: 24)");
}

}  // namespace lamella::cli
