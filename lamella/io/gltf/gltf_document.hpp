// A glTF file as tinygltf loads it, behind the checks that it leaves to its caller.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tinygltf {
class Model;
}

namespace lamella {

// InputError "source: why".
[[noreturn]] void refuse_gltf(const std::string& source, std::string_view why);
[[noreturn]] void refuse_gltf_entry(const std::string& source, std::string_view what, int index, std::size_t size);

// The names of the files beside a .gltf that hold its buffers.
std::vector<std::string> gltf_buffer_files(std::string_view bytes, const std::string& source);

std::shared_ptr<const tinygltf::Model> parse_gltf(std::string_view bytes, const std::string& source);

// How many numbers may be read of a file: its parts may name the same ones again, but not so often that a small file
// fills the memory.
class GltfBudget {
public:
    GltfBudget(const tinygltf::Model& model, const std::string& source, std::string_view of_what);
    void spend(std::size_t count);

private:
    std::size_t most_, left_;
    std::string source_, of_what_;
};

// list[index], if there is such an entry.
template <class T>
const T& gltf_entry(const std::vector<T>& list, int index, std::string_view what, const std::string& source) {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size())
        refuse_gltf_entry(source, what, index, list.size());
    return list[static_cast<std::size_t>(index)];
}

// The numbers of an accessor of the given type (TINYGLTF_TYPE_VEC3, ...), row by row, after every bound is checked;
// whole numbers that stand for shares of 1 as such.
std::vector<double> read_gltf_accessor(const tinygltf::Model& model, int index, int type, const std::string& source);

}  // namespace lamella
