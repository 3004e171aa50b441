#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/pipeline/kept_files.hpp>
#include <lamella/pipeline/tracked/surface_painter.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <fmt/format.h>

#include <set>

namespace lamella {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, const FileRecord& record) {
    std::error_code error;  // of a file that is not there
    return fs::file_size(path, error) == record.bytes && !error && hash_text(read_file(path)) == record.hash;
}

void keep(const InputFile& file, const FileRecord& record, const fs::path& copy) {
    if (holds(copy, record)) return;
    const std::string bytes = read_input(file);
    if (hash_text(bytes) != record.hash)
        throw InputError(file.path.string() + ": the file was changed while the run began; start it again");
    make_folder_of(copy);
    write_file(copy, bytes);
}

void remove_all_but(const std::set<fs::path>& wanted, const fs::path& folder) {
    std::vector<fs::path> others;
    std::error_code error;  // of a folder that is not there
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
        if (!entry.is_directory() && !wanted.contains(entry.path())) others.push_back(entry.path());
    for (const fs::path& path : others) fs::remove(path);
}

}  // namespace

void read_picture_files(const Scene& scene, Assets& assets) {
    if (scene.surface) paint_files(*scene.surface, assets);
    if (!scene.render) return;
    const FileRecords known = assets.files();
    walk::for_each_file(*scene.render, [&](const InputFile& file) {
        if (!known.contains(file.name)) assets.read(file);
    });
}

void keep_files(const RunFolder& folder, const Assets& assets) {
    const FileRecords records = assets.files();
    std::set<fs::path> wanted;
    for (const InputFile& file : assets.read_files()) {
        const fs::path copy = folder.kept_file(file.name);
        if (!wanted.insert(copy).second)
            throw InputError(fmt::format("{}: another file of the scene has this name, too, in the run's folder '{}'",
                                         file.name, folder.kept_files().filename().string()));
        keep(file, records.at(file.name), copy);
    }
    remove_all_but(wanted, folder.kept_files());
}

void refuse_changed_files(const RunFolder& folder, const Assets& assets) {
    const RunRecord record = folder.read_record();
    const StageRecord* simulated = record.find(Stage::simulate);
    const FileRecords now = assets.files();
    for (const InputFile& file : assets.read_files()) {
        const auto then = simulated ? simulated->files.find(file.name) : FileRecords::const_iterator();
        if (simulated && then != simulated->files.end() && then->second != now.at(file.name))
            throw InputError(
                fmt::format("{}: this is another file than the run was simulated with", file.path.string()));
    }
}

}  // namespace lamella
