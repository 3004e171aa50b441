#include <lamella/io/gltf/gltf_document.hpp>
#include <lamella/io/gltf/gltf_model.hpp>
#include <lamella/io/gltf/gltf_nodes.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

namespace lamella {
namespace {

constexpr std::size_t kFour = 4;  // joints in a set

std::string name_or_number(const std::string& name, std::size_t number) {
    return name.empty() ? std::to_string(number) : name;
}

class RigReader {
public:
    RigReader(const tinygltf::Model& model, const std::string& source)
        : model_(model), source_(source), budget_(model, source, "vertices of morph targets") {}

    Rig read(const std::string& clip) {
        rig_.nodes = read_gltf_nodes(model_, source_);
        const GltfParts parts = load_gltf_unplaced(model_, source_);
        for (const GltfPart& part : parts.parts) add_part(part);
        if (!skinned_ && rig_.targets.empty())
            refuse(
                "it has neither a skin nor a morph target, so nothing bends it; a body that moves rigidly follows a "
                "node by 'animation'");
        if (rig_.mesh.empty()) refuse("it has no triangles");
        rig_.first.push_back(static_cast<Index>(rig_.influences.size()));
        add_columns(parts);
        if (!clip.empty() || !model_.animations.empty()) add_clip(gltf_clip(model_, clip, source_));
        return std::move(rig_);
    }

private:
    [[noreturn]] void refuse(std::string_view why) const { refuse_gltf(source_, why); }

    void add_part(const GltfPart& part) {
        const auto& node = model_.nodes[static_cast<std::size_t>(part.node)];
        const auto& mesh = model_.meshes[static_cast<std::size_t>(node.mesh)];
        const auto& primitive = mesh.primitives[part.primitive];
        const Index first = rig_.mesh.vertex_count();
        for (const Vec3& p : part.positions)
            if (!p.allFinite()) refuse(fmt::format("a position of mesh '{}' is not finite", mesh.name));
        rig_.mesh.positions.insert(rig_.mesh.positions.end(), part.positions.begin(), part.positions.end());
        for (const Vec3i& t : part.triangles) rig_.mesh.triangles.emplace_back(t.array() + first);
        if (node.skin >= 0)
            add_skinned(primitive, part.positions.size(), node.skin);
        else
            add_rigid(part.positions.size(), part.node);
        add_targets(primitive, part, first);
        auto& weights = rig_.nodes[static_cast<std::size_t>(part.node)].weights;
        if (weights.empty()) weights = mesh.weights;
    }

    void add_rigid(std::size_t vertices, int node) {
        const auto joint = static_cast<int>(rig_.joints.size());
        rig_.joints.push_back({node, AffineMap::Identity()});
        for (std::size_t i = 0; i < vertices; ++i) {
            rig_.first.push_back(static_cast<Index>(rig_.influences.size()));
            rig_.influences.push_back({joint, 1.0});
        }
    }

    // Where the joints of the skin begin among the rig's.
    int joints_of(int number) {
        const auto known = skins_.find(number);
        if (known != skins_.end()) return known->second;
        const auto& skin = gltf_entry(model_.skins, number, "skin", source_);
        std::vector<double> matrices;
        if (skin.inverseBindMatrices >= 0)
            matrices = read_gltf_accessor(model_, skin.inverseBindMatrices, TINYGLTF_TYPE_MAT4, source_);
        if (!matrices.empty() && matrices.size() < 16 * skin.joints.size())
            refuse(fmt::format("skin '{}' has {} joints and {} inverse bind matrices",
                               name_or_number(skin.name, static_cast<std::size_t>(number)), skin.joints.size(),
                               matrices.size() / 16));
        const auto begin = static_cast<int>(rig_.joints.size());
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            gltf_entry(model_.nodes, skin.joints[j], "node", source_);
            RigJoint& joint = rig_.joints.emplace_back();
            joint.node = skin.joints[j];
            if (matrices.empty()) continue;
            joint.inverse_bind = Eigen::Map<const Eigen::Matrix4d>(matrices.data() + 16 * j);
            if (!joint.inverse_bind.allFinite())
                refuse(fmt::format("the inverse bind matrix of joint {} is not finite", j));
        }
        skins_[number] = begin;
        return begin;
    }

    void add_skinned(const tinygltf::Primitive& primitive, std::size_t vertices, int number) {
        skinned_ = true;
        const int begin = joints_of(number);
        const auto joints = static_cast<double>(rig_.joints.size()) - begin;
        struct Set {
            std::vector<double> joints, weights;
        };
        std::vector<Set> sets;
        for (;;) {
            const std::string set = std::to_string(sets.size());
            const auto j = primitive.attributes.find("JOINTS_" + set), w = primitive.attributes.find("WEIGHTS_" + set);
            if (j == primitive.attributes.end() || w == primitive.attributes.end()) break;
            sets.push_back({read_gltf_accessor(model_, j->second, TINYGLTF_TYPE_VEC4, source_),
                            read_gltf_accessor(model_, w->second, TINYGLTF_TYPE_VEC4, source_)});
            if (sets.back().joints.size() != kFour * vertices || sets.back().weights.size() != kFour * vertices)
                refuse("there are not as many joints and weights as positions");
        }
        if (sets.empty()) refuse("a mesh with a skin has no JOINTS_0 and WEIGHTS_0");
        for (std::size_t i = 0; i < vertices; ++i) {
            rig_.first.push_back(static_cast<Index>(rig_.influences.size()));
            for (const Set& set : sets)
                for (std::size_t c = kFour * i; c < kFour * (i + 1); ++c)
                    add_influence(i, set.joints[c], set.weights[c], begin, joints);
            normalise(i);
        }
    }

    void add_influence(std::size_t vertex, double joint, double weight, int begin, double joints) {
        if (!std::isfinite(weight) || weight < 0.0)
            refuse(fmt::format("vertex {} has the weight {}, which is no share", vertex, weight));
        if (weight == 0.0) return;
        if (!(joint >= 0.0 && joint < joints))
            refuse(fmt::format("vertex {} follows joint {}, the skin has {}", vertex, joint, joints));
        rig_.influences.push_back({begin + static_cast<int>(joint), weight});
    }

    // The weights of the vertex that was added last.
    void normalise(std::size_t vertex) {
        double sum = 0.0;
        const auto begin = static_cast<std::size_t>(rig_.first.back());
        for (std::size_t k = begin; k < rig_.influences.size(); ++k) sum += rig_.influences[k].weight;
        if (!(sum > 0.0) || !std::isfinite(sum)) refuse(fmt::format("vertex {} follows no joint", vertex));
        for (std::size_t k = begin; k < rig_.influences.size(); ++k) rig_.influences[k].weight /= sum;
    }

    void add_targets(const tinygltf::Primitive& primitive, const GltfPart& part, Index first) {
        for (std::size_t k = 0; k < primitive.targets.size(); ++k) {
            MorphTarget target{part.node, k, first, shifts_of(primitive.targets[k], "POSITION", part.positions.size()),
                               shifts_of(primitive.targets[k], "NORMAL", part.positions.size())};
            budget_.spend(target.shifts.size() + target.normal_shifts.size());
            if (!target.shifts.empty()) rig_.targets.push_back(std::move(target));
        }
    }

    std::vector<Vec3> shifts_of(const std::map<std::string, int>& target, const char* name, std::size_t vertices) {
        const auto found = target.find(name);
        if (found == target.end()) return {};
        const auto numbers = read_gltf_accessor(model_, found->second, TINYGLTF_TYPE_VEC3, source_);
        if (numbers.size() != 3 * vertices) refuse("a morph target has not as many vertices as its mesh");
        std::vector<Vec3> shifts;
        for (std::size_t k = 0; k < numbers.size(); k += 3) {
            shifts.push_back(Vec3d(numbers[k], numbers[k + 1], numbers[k + 2]).cast<Real>());
            if (!shifts.back().allFinite()) refuse("a morph target is not finite");
        }
        return shifts;
    }

    void add_columns(const GltfParts& parts) {
        if (rig_.mesh.positions.empty()) return;
        rig_.mesh.attributes.resize(rig_.mesh.vertex_count());
        if (std::ranges::none_of(parts.parts, [](const GltfPart& part) { return part.normals.empty(); })) {
            auto& normals = rig_.mesh.attributes.add<Vec3Column>("N");
            Index row = 0;
            for (const GltfPart& part : parts.parts)
                for (const Vec3& n : part.normals) normals.set(row++, n);
        }
        for (const char* name : {"uv", "Cd"}) add_column(parts, name);
    }

    void add_column(const GltfParts& parts, const char* name) {
        if (std::ranges::any_of(parts.parts, [&](const GltfPart& part) { return !part.columns.contains(name); }))
            return;
        auto& column = rig_.mesh.attributes.add<Vec3Column>(name);
        Index row = 0;
        for (const GltfPart& part : parts.parts) {
            const std::vector<double>& values = part.columns.at(name).values;
            for (std::size_t k = 0; k + 2 < values.size(); k += 3)
                column.set(row++, Vec3d(values[k], values[k + 1], values[k + 2]).cast<Real>());
        }
    }

    void add_clip(int clip) {
        add_gltf_clip(
            model_, clip, source_, [](std::size_t) { return true; }, rig_.nodes);
        double begin = std::numeric_limits<double>::infinity(), end = -begin;
        const auto extend = [&](const std::optional<ClipChannel>& channel) {
            if (!channel) return;
            begin = std::min(begin, channel->times.front());
            end = std::max(end, channel->times.back());
        };
        for (const RigNode& node : rig_.nodes) {
            for (const auto* channel : {&node.moves, &node.turns, &node.stretches}) extend(*channel);
            for (const auto& channel : node.blends) extend(channel);
        }
        if (begin <= end) std::tie(rig_.begin, rig_.end) = std::pair(begin, end);
    }

    const tinygltf::Model& model_;
    const std::string& source_;
    Rig rig_;
    std::map<int, int> skins_;
    GltfBudget budget_;
    bool skinned_ = false;
};

double seconds_of(const tinygltf::Model& model, const tinygltf::Animation& clip, const std::string& source) {
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (const auto& sampler : clip.samplers)
        for (const double t : read_gltf_accessor(model, sampler.input, TINYGLTF_TYPE_SCALAR, source)) {
            begin = std::min(begin, t);
            end = std::max(end, t);
        }
    return begin <= end ? end - begin : 0.0;
}

}  // namespace

Rig read_gltf_rig(std::string_view bytes, const std::string& source, const std::string& clip) {
    const auto model = parse_gltf(bytes, source);
    return RigReader(*model, source).read(clip);
}

RigContents read_rig_contents(std::string_view bytes, const std::string& source) {
    const auto model = parse_gltf(bytes, source);
    RigContents contents;
    for (std::size_t k = 0; k < model->skins.size(); ++k) {
        RigContents::Skin& skin = contents.skins.emplace_back();
        skin.name = name_or_number(model->skins[k].name, k);
        for (const int joint : model->skins[k].joints)
            skin.joints.push_back(
                name_or_number(gltf_entry(model->nodes, joint, "node", source).name, static_cast<std::size_t>(joint)));
    }
    for (std::size_t k = 0; k < model->animations.size(); ++k)
        contents.clips.push_back(
            {name_or_number(model->animations[k].name, k), seconds_of(*model, model->animations[k], source)});
    for (const auto& mesh : model->meshes) {
        std::size_t most = 0;
        for (const auto& primitive : mesh.primitives) most = std::max(most, primitive.targets.size());
        contents.targets += most;
    }
    return contents;
}

}  // namespace lamella
