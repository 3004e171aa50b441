// What a scene's files hold, beside the scene: each file is read once, however many shapes and stages ask for it, and
// known by its hash.
//
//     const auto mesh = assets.once<TriangleMesh>(file.path.string(), [&] {
//         return parse_mesh(assets.read(file), file.path);
//     });
#pragma once

#include <lamella/cache/file_record.hpp>
#include <lamella/core/input_file.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <typeindex>
#include <vector>

namespace lamella {

class Assets {
public:
    // The bytes of the file, whose hash is noted under its name.
    std::string read(const InputFile& file);

    // What make() gives, made once for each T and key, and kept.
    template <class T, class Make>
    std::shared_ptr<const T> once(const std::string& key, Make&& make) {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<const void>& kept = kept_[{typeid(T), key}];
        if (!kept) kept = std::make_shared<const T>(make());
        return std::static_pointer_cast<const T>(kept);
    }

    // Gives up what is large and will not be asked for again.
    template <class T>
    void forget(const std::string& key) {
        const std::lock_guard lock(mutex_);
        kept_.erase({typeid(T), key});
    }

    // All that were read, by their names in the scene: what they held, and where they lay.
    FileRecords files() const;
    std::vector<InputFile> read_files() const;

private:
    mutable std::recursive_mutex mutex_;  // what is made of a file may need another one
    std::map<std::pair<std::type_index, std::string>, std::shared_ptr<const void>> kept_;
    FileRecords files_;
    std::map<std::string, std::filesystem::path> places_;
};

}  // namespace lamella
