// Faults of a scene that show only when it is carried out: a damaged mesh, too many particles. They name
// the key that is to blame; who has read the scene knows its place in the file (reader.hpp).
#pragma once

#include <lamella/core/error.hpp>

#include <string>

namespace lamella {

class SceneFault : public InputError {
public:
    // `path`: "fluids[0].shapes[1].file".
    SceneFault(std::string path, const std::string& sentence)
        : InputError("'" + path + "': " + sentence), path_(std::move(path)) {}

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// Runs `work`; an InputError out of it becomes the fault of that key.
template <class Work>
decltype(auto) blame(const std::string& path, Work&& work) {
    try {
        return work();
    } catch (const SceneFault&) {
        throw;
    } catch (const InputError& error) {
        throw SceneFault(path, error.what());
    }
}

}  // namespace lamella
