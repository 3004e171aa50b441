#include <lamella/core/hash.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/shipped_scenes.hpp>

namespace lamella {

std::string Assets::read(const InputFile& file) {
    std::string bytes = read_input(file);
    const std::lock_guard lock(mutex_);
    files_[file.name] = {hash_text(bytes), bytes.size()};
    places_[file.name] = file.path;
    return bytes;
}

FileRecords Assets::files() const {
    const std::lock_guard lock(mutex_);
    return files_;
}

std::vector<InputFile> Assets::read_files() const {
    const std::lock_guard lock(mutex_);
    std::vector<InputFile> files;
    for (const auto& [name, path] : places_) files.emplace_back(name).path = path;
    return files;
}

}  // namespace lamella
