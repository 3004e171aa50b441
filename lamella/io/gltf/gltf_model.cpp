#include <lamella/io/gltf/gltf_document.hpp>
#include <lamella/io/gltf/gltf_model.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <nlohmann/json.hpp>
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

namespace lamella {

namespace {

std::vector<Vec3> read_vectors(const tinygltf::Model& model, int accessor, const Eigen::Matrix3d& turn,
                               const Vec3d& shift, const std::string& source) {
    const auto values = read_gltf_accessor(model, accessor, TINYGLTF_TYPE_VEC3, source);
    std::vector<Vec3> vectors;
    for (std::size_t k = 0; k + 2 < values.size(); k += 3) {
        const Vec3d moved = turn * Vec3d(values[k], values[k + 1], values[k + 2]) + shift;
        vectors.push_back(moved.cast<Real>());
    }
    return vectors;
}

// The first `kept` components of each row.
GltfColumn first_components(const GltfColumn& column, std::size_t kept) {
    GltfColumn out{kept, {}};
    for (std::size_t row = 0; row + column.components <= column.values.size(); row += column.components)
        for (std::size_t c = 0; c < kept; ++c)
            out.values.push_back(c < column.components ? column.values[row + c] : 0.0);
    return out;
}

// COLOR_0 is Cd, TEXCOORD_0 is uv (a third component of zero, and upwards), _NAME is an attribute of the file's own.
void read_columns(const tinygltf::Model& model, const tinygltf::Primitive& primitive, const std::string& source,
                  GltfPart& part) {
    for (const auto& [name, index] : primitive.attributes) {
        const bool own = name.size() > 1 && name.front() == '_';
        if (name != "COLOR_0" && name != "TEXCOORD_0" && !own) continue;
        const auto& accessor = gltf_entry(model.accessors, index, "accessor", source);
        const int components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
        if (components < 1 || components > 4 || accessor.count != part.positions.size()) continue;
        GltfColumn column{static_cast<std::size_t>(components),
                          read_gltf_accessor(model, index, accessor.type, source)};
        if (!own) column = first_components(column, 3);
        if (name == "TEXCOORD_0")
            for (std::size_t k = 1; k < column.values.size(); k += 3) column.values[k] = 1.0 - column.values[k];
        part.columns[name == "COLOR_0" ? "Cd" : own ? name.substr(1) : "uv"] = std::move(column);
    }
}

std::vector<Vec3i> read_triangles(const tinygltf::Model& model, const tinygltf::Primitive& primitive,
                                  std::size_t vertices, bool mirrored, const std::string& source) {
    std::vector<double> corners;
    if (primitive.indices >= 0)
        corners = read_gltf_accessor(model, primitive.indices, TINYGLTF_TYPE_SCALAR, source);
    else
        for (std::size_t k = 0; k < vertices; ++k) corners.push_back(static_cast<double>(k));
    std::vector<Vec3i> triangles;
    for (std::size_t k = 0; k + 2 < corners.size(); k += 3) {
        for (std::size_t c = 0; c < 3; ++c)
            if (!(corners[k + c] >= 0 && corners[k + c] < static_cast<double>(vertices)))
                refuse_gltf(source, fmt::format("a triangle names vertex {}, there are {}", corners[k + c], vertices));
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

void add_mesh(const tinygltf::Model& model, int node, const Eigen::Affine3d& transform, const std::string& source,
              GltfBudget& budget, GltfParts& out) {
    const Eigen::Matrix3d turn = transform.linear();
    const int number = model.nodes[static_cast<std::size_t>(node)].mesh;
    const tinygltf::Mesh& mesh = gltf_entry(model.meshes, number, "mesh", source);
    for (std::size_t k = 0; k < mesh.primitives.size(); ++k) {
        const auto& primitive = mesh.primitives[k];
        const auto position = primitive.attributes.find("POSITION"), normal = primitive.attributes.find("NORMAL");
        if ((primitive.mode != TINYGLTF_MODE_TRIANGLES && primitive.mode != -1) ||
            position == primitive.attributes.end()) {
            ++out.skipped;
            continue;
        }
        GltfPart part;
        part.node = node;
        part.primitive = k;
        part.positions = read_vectors(model, position->second, turn, transform.translation(), source);
        if (normal != primitive.attributes.end() && turn.determinant() != 0) {
            part.normals = read_vectors(model, normal->second, turn.inverse().transpose(), Vec3d::Zero(), source);
            for (Vec3& n : part.normals) n.normalize();
            if (part.normals.size() != part.positions.size())
                refuse_gltf(source, "there are not as many normals as positions");
        }
        part.triangles = read_triangles(model, primitive, part.positions.size(), turn.determinant() < 0, source);
        budget.spend((1 + primitive.attributes.size()) * part.positions.size() + 3 * part.triangles.size());
        read_columns(model, primitive, source, part);
        out.parts.push_back(std::move(part));
    }
}

std::vector<int> roots_of(const tinygltf::Model& model, const std::string& source) {
    if (!model.scenes.empty()) return gltf_entry(model.scenes, std::max(model.defaultScene, 0), "scene", source).nodes;
    std::vector<bool> child(model.nodes.size(), false);
    for (const auto& node : model.nodes)
        for (const int c : node.children)
            if (c >= 0 && static_cast<std::size_t>(c) < child.size()) child[static_cast<std::size_t>(c)] = true;
    std::vector<int> roots;
    for (std::size_t k = 0; k < child.size(); ++k)
        if (!child[k]) roots.push_back(static_cast<int>(k));
    return roots;
}

// Under the transforms of their nodes, or under their own axes.
GltfParts load(const tinygltf::Model& model, bool placed, const std::string& source) {
    struct Visit {
        int node;
        Eigen::Affine3d parent;
    };
    std::vector<Visit> waiting;
    for (const int root : roots_of(model, source)) waiting.push_back({root, Eigen::Affine3d::Identity()});
    std::vector<bool> seen(model.nodes.size(), false);
    GltfParts out;
    GltfBudget budget(model, source, "vertices and corners");
    while (!waiting.empty()) {
        const Visit visit = waiting.back();
        waiting.pop_back();
        const auto& node = gltf_entry(model.nodes, visit.node, "node", source);
        if (seen[static_cast<std::size_t>(visit.node)])
            refuse_gltf(source, fmt::format("node {} has two parents", visit.node));
        seen[static_cast<std::size_t>(visit.node)] = true;
        const Eigen::Affine3d transform = placed ? visit.parent * transform_of(node) : Eigen::Affine3d::Identity();
        if (node.mesh >= 0) add_mesh(model, visit.node, transform, source, budget, out);
        out.skinned |= node.skin >= 0 && node.mesh >= 0;
        for (const int child : node.children) waiting.push_back({child, transform});
    }
    return out;
}

}  // namespace

GltfParts load_gltf(std::string_view bytes, const std::string& source) {
    return load(*parse_gltf(bytes, source), true, source);
}

GltfParts load_gltf_unplaced(const tinygltf::Model& model, const std::string& source) {
    return load(model, false, source);
}

}  // namespace lamella
