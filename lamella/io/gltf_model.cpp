#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/gltf_model.hpp>
#include <lamella/io/number.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

namespace lamella {

namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostVertices = 100'000'000;
constexpr std::size_t kGlbHeader = 20;

[[noreturn]] void refuse(const std::string& source, std::string_view why) {
    throw InputError(fmt::format("{}: {}", source, why));
}

// tinygltf walks JSON recursively: deep nesting would exhaust the stack.
void check_depth(std::string_view json, const std::string& source) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t k = 0; k < json.size(); ++k) {
        const char c = json[k];
        if (quoted && c == '\\')
            ++k;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '[') && ++depth > kDeepest)
            refuse(source, fmt::format("the JSON is nested deeper than {} levels", kDeepest));
        else if (!quoted && (c == '}' || c == ']'))
            --depth;
    }
}

bool is_glb(std::string_view bytes) { return bytes.starts_with("glTF"); }

// The JSON of either kind of file, after a look at the sizes in the header of a GLB.
std::string_view json_of(std::string_view bytes, const std::string& source) {
    if (!is_glb(bytes)) return bytes;
    if (bytes.size() < kGlbHeader) refuse(source, "the GLB header is cut");
    const auto length = load_number<std::uint32_t>(bytes.data() + 8, std::endian::little);
    const auto json = load_number<std::uint32_t>(bytes.data() + 12, std::endian::little);
    if (length > bytes.size() || json > bytes.size() - kGlbHeader)
        refuse(source, fmt::format("the GLB header announces {} bytes, the file has {}", length, bytes.size()));
    return bytes.substr(kGlbHeader, json);
}

// External buffers: plain names of files beside the glTF, nothing else.
std::filesystem::path beside(const std::string& name, void* folder) {
    const std::filesystem::path plain = std::filesystem::path(name).filename();
    if (plain != std::filesystem::path(name).lexically_normal() || plain == ".." || name.find(':') != name.npos)
        return {};
    return *static_cast<const std::filesystem::path*>(folder) / plain;
}

bool file_exists(const std::string& name, void* folder) {
    const auto path = beside(name, folder);
    return !path.empty() && std::filesystem::is_regular_file(path);
}
std::string same_path(const std::string& name, void*) { return name; }
bool read_whole_file(std::vector<unsigned char>* out, std::string* error, const std::string& name, void* folder) {
    try {
        const std::string bytes = read_file(beside(name, folder));
        out->assign(bytes.begin(), bytes.end());
        return true;
    } catch (const InputError& e) {
        *error = e.what();
        return false;
    }
}
bool write_nothing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; }
bool ignore_image(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
    return true;
}

tinygltf::Model parse(std::string_view bytes, const std::string& source) {
    check_depth(json_of(bytes, source), source);
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) refuse(source, "a glTF file has at most 4 GB");
    std::filesystem::path folder = std::filesystem::path(source).parent_path();
    tinygltf::TinyGLTF loader;
    loader.SetFsCallbacks({file_exists, same_path, read_whole_file, write_nothing, &folder});
    loader.SetImageLoader(ignore_image, nullptr);
    tinygltf::Model model;
    std::string error, warning;
    const auto size = static_cast<unsigned int>(bytes.size());
    try {
        const bool loaded =
            is_glb(bytes) ? loader.LoadBinaryFromMemory(&model, &error, &warning,
                                                        reinterpret_cast<const unsigned char*>(bytes.data()), size, "")
                          : loader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, "");
        if (!loaded) refuse(source, error.empty() ? "this is no glTF file" : error.substr(0, error.find('\n')));
    } catch (const nlohmann::json::exception& e) {
        refuse(source, e.what());
    }
    return model;
}

std::optional<Number> number_type(int component_type) {
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return Number::int8;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return Number::uint8;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return Number::int16;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return Number::uint16;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return Number::uint32;
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return Number::float32;
        default:
            return std::nullopt;
    }
}

template <class T>
const T& entry(const std::vector<T>& list, int index, std::string_view what, const std::string& source) {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size())
        refuse(source, fmt::format("{} {} does not exist, there are {}", what, index, list.size()));
    return list[static_cast<std::size_t>(index)];
}

// The numbers of an accessor, row by row, after every bound is checked.
std::vector<double> read_accessor(const tinygltf::Model& model, int index, int type, const std::string& source) {
    const auto& accessor = entry(model.accessors, index, "accessor", source);
    const auto number = number_type(accessor.componentType);
    const int components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
    if (accessor.type != type || !number) refuse(source, fmt::format("accessor {} has an unexpected type", index));
    if (accessor.sparse.isSparse) refuse(source, "sparse accessors are not read");
    const auto& view = entry(model.bufferViews, accessor.bufferView, "buffer view", source);
    const auto& data = entry(model.buffers, view.buffer, "buffer", source).data;
    const std::size_t row = size_of(*number) * static_cast<std::size_t>(components),
                      stride = view.byteStride ? view.byteStride : row;
    if (accessor.count > data.size() || stride > data.size() || view.byteOffset > data.size() ||
        accessor.byteOffset > data.size() ||
        (accessor.count > 0 &&
         view.byteOffset + accessor.byteOffset + (accessor.count - 1) * stride + row > data.size()))
        refuse(source, fmt::format("accessor {} reaches outside its buffer", index));
    std::vector<double> values;
    for (std::size_t k = 0; k < accessor.count; ++k)
        for (std::size_t c = 0; c < static_cast<std::size_t>(components); ++c)
            values.push_back(load(reinterpret_cast<const char*>(data.data()) + view.byteOffset + accessor.byteOffset +
                                      k * stride + c * size_of(*number),
                                  *number, std::endian::little));
    return values;
}

std::vector<Vec3> read_vectors(const tinygltf::Model& model, int accessor, const Eigen::Matrix3d& turn,
                               const Vec3d& shift, const std::string& source) {
    const auto values = read_accessor(model, accessor, TINYGLTF_TYPE_VEC3, source);
    std::vector<Vec3> vectors;
    for (std::size_t k = 0; k + 2 < values.size(); k += 3) {
        const Vec3d moved = turn * Vec3d(values[k], values[k + 1], values[k + 2]) + shift;
        vectors.push_back(moved.cast<Real>());
    }
    return vectors;
}

std::vector<Vec3i> read_triangles(const tinygltf::Model& model, const tinygltf::Primitive& primitive,
                                  std::size_t vertices, bool mirrored, const std::string& source) {
    std::vector<double> corners;
    if (primitive.indices >= 0)
        corners = read_accessor(model, primitive.indices, TINYGLTF_TYPE_SCALAR, source);
    else
        for (std::size_t k = 0; k < vertices; ++k) corners.push_back(static_cast<double>(k));
    std::vector<Vec3i> triangles;
    for (std::size_t k = 0; k + 2 < corners.size(); k += 3) {
        for (std::size_t c = 0; c < 3; ++c)
            if (!(corners[k + c] >= 0 && corners[k + c] < static_cast<double>(vertices)))
                refuse(source, fmt::format("a triangle names vertex {}, there are {}", corners[k + c], vertices));
        Vec3i t(static_cast<Index>(corners[k]), static_cast<Index>(corners[k + 1]), static_cast<Index>(corners[k + 2]));
        if (mirrored) std::swap(t[1], t[2]);
        triangles.push_back(t);
    }
    return triangles;
}

Eigen::Affine3d transform_of(const tinygltf::Node& node) {
    Eigen::Affine3d transform = Eigen::Affine3d::Identity();
    if (node.matrix.size() == 16) {
        transform.matrix() = Eigen::Map<const Eigen::Matrix4d>(node.matrix.data());
        return transform;
    }
    if (node.translation.size() == 3) transform.translate(Vec3d(node.translation.data()));
    if (node.rotation.size() == 4) transform.rotate(Eigen::Quaterniond(node.rotation.data()).normalized());
    if (node.scale.size() == 3) transform.scale(Vec3d(node.scale.data()));
    return transform;
}

void add_mesh(const tinygltf::Model& model, const tinygltf::Mesh& mesh, const Eigen::Affine3d& transform,
              const std::string& source, GltfParts& out) {
    const Eigen::Matrix3d turn = transform.linear();
    for (const auto& primitive : mesh.primitives) {
        const auto position = primitive.attributes.find("POSITION"), normal = primitive.attributes.find("NORMAL");
        if ((primitive.mode != TINYGLTF_MODE_TRIANGLES && primitive.mode != -1) ||
            position == primitive.attributes.end()) {
            ++out.skipped;
            continue;
        }
        GltfPart part;
        part.positions = read_vectors(model, position->second, turn, transform.translation(), source);
        if (normal != primitive.attributes.end() && turn.determinant() != 0) {
            part.normals = read_vectors(model, normal->second, turn.inverse().transpose(), Vec3d::Zero(), source);
            for (Vec3& n : part.normals) n.normalize();
            if (part.normals.size() != part.positions.size())
                refuse(source, "there are not as many normals as positions");
        }
        part.triangles = read_triangles(model, primitive, part.positions.size(), turn.determinant() < 0, source);
        out.parts.push_back(std::move(part));
    }
}

std::vector<int> roots_of(const tinygltf::Model& model, const std::string& source) {
    if (!model.scenes.empty()) return entry(model.scenes, std::max(model.defaultScene, 0), "scene", source).nodes;
    std::vector<bool> child(model.nodes.size(), false);
    for (const auto& node : model.nodes)
        for (const int c : node.children)
            if (c >= 0 && static_cast<std::size_t>(c) < child.size()) child[static_cast<std::size_t>(c)] = true;
    std::vector<int> roots;
    for (std::size_t k = 0; k < child.size(); ++k)
        if (!child[k]) roots.push_back(static_cast<int>(k));
    return roots;
}

}  // namespace

GltfParts load_gltf(std::string_view bytes, const std::string& source) {
    const tinygltf::Model model = parse(bytes, source);
    struct Visit {
        int node;
        Eigen::Affine3d parent;
    };
    std::vector<Visit> waiting;
    for (const int root : roots_of(model, source)) waiting.push_back({root, Eigen::Affine3d::Identity()});
    std::vector<bool> seen(model.nodes.size(), false);
    GltfParts out;
    std::size_t vertices = 0;
    while (!waiting.empty()) {
        const Visit visit = waiting.back();
        waiting.pop_back();
        const auto& node = entry(model.nodes, visit.node, "node", source);
        if (seen[static_cast<std::size_t>(visit.node)])
            refuse(source, fmt::format("node {} has two parents", visit.node));
        seen[static_cast<std::size_t>(visit.node)] = true;
        const Eigen::Affine3d transform = visit.parent * transform_of(node);
        const std::size_t before = out.parts.size();
        if (node.mesh >= 0) add_mesh(model, entry(model.meshes, node.mesh, "mesh", source), transform, source, out);
        for (std::size_t k = before; k < out.parts.size(); ++k) vertices += out.parts[k].positions.size();
        if (vertices > kMostVertices) refuse(source, fmt::format("more than {} vertices", kMostVertices));
        out.skinned |= node.skin >= 0 && node.mesh >= 0;
        for (const int child : node.children) waiting.push_back({child, transform});
    }
    return out;
}

}  // namespace lamella
