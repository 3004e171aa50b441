#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/gltf/gltf_writer.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/records.hpp>

#include <nlohmann/json.hpp>

#include <limits>

namespace lamella {

namespace {

using Json = nlohmann::ordered_json;

// Of the specification of glTF 2.0: component types, targets of buffer views, chunks of a GLB.
constexpr int kUnsignedInt = 5125, kFloat = 5126;
constexpr int kVertices = 34962, kIndices = 34963;
constexpr std::uint32_t kMagic = 0x46546C67, kVersion = 2, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

constexpr const char* kTypes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};  // by the count of numbers

// The document and its buffer, which grow together; everything in the buffer is made of four bytes.
class Document {
public:
    explicit Document(const Provenance& provenance) {
        json_ = {{"asset", {{"version", "2.0"}, {"generator", provenance.line()}}}, {"scene", 0}};
        json_["scenes"].push_back(Json::object());
    }

    // Each says the number of what it adds. Accessors are not allowed to be empty, so meshes must not be.
    std::size_t add_mesh(const ParticleSet& points, std::span<const Vec3i> triangles) {
        Json primitive{{"attributes", attributes(points)}, {"indices", add_triangles(triangles)}, {"mode", 4}};
        json_["meshes"].push_back({{"primitives", {std::move(primitive)}}});
        return json_["meshes"].size() - 1;
    }
    std::size_t add_node(std::size_t mesh) {
        json_["nodes"].push_back({{"mesh", mesh}});
        json_["scenes"][0]["nodes"].push_back(json_["nodes"].size() - 1);
        return json_["nodes"].size() - 1;
    }
    std::size_t add_numbers(std::span<const float> numbers, std::size_t each) {
        const std::size_t start = buffer_.size();
        for (const float number : numbers) append_number(buffer_, number, std::endian::little);
        return add_accessor(start, 0, kFloat, numbers.size() / each, kTypes[each]);
    }
    std::size_t add_times(std::span<const float> seconds) {
        const std::size_t accessor = add_numbers(seconds, 1);
        json_["accessors"][accessor]["min"].push_back(seconds.front());
        json_["accessors"][accessor]["max"].push_back(seconds.back());
        return accessor;
    }
    void finish() {
        if (buffer_.size() > std::numeric_limits<std::uint32_t>::max() / 2)
            throw RunError("the mesh is too large for a glTF file, which has at most 2 GB");
        if (!buffer_.empty()) json_["buffers"].push_back({{"byteLength", buffer_.size()}});
    }

    Json& json() { return json_; }
    const std::string& buffer() const { return buffer_; }

private:
    Json attributes(const ParticleSet& points) {
        Json names = Json::object();
        names["POSITION"] = add_vectors(position_fields(points, false), points.size());
        Json& bounds = json_["accessors"].back();
        const Box3 box = lamella::bounds(points.positions());
        for (int c = 0; c < 3; ++c) {
            bounds["min"].push_back(static_cast<float>(box.min[c] + points.origin[c]));
            bounds["max"].push_back(static_cast<float>(box.max[c] + points.origin[c]));
        }
        for (const auto& [name, column] : points.columns())
            if (name != "P") names[semantic(name, column)] = add_column(name, column, points.size());
        return names;
    }
    static std::string semantic(const std::string& name, const AnyColumn& column) {
        if (!std::holds_alternative<Vec3Column>(column)) return "_" + name;
        return name == "N" ? "NORMAL" : name == "Cd" ? "COLOR_0" : name == "uv" ? "TEXCOORD_0" : "_" + name;
    }
    std::size_t add_column(const std::string& name, const AnyColumn& column, Index rows) {
        std::vector<Field> fields = fields_of(column);
        for (Field& field : fields) field.type = Number::float32;
        if (name != "uv" || fields.size() != 3) return add_vectors(fields, rows);
        ScalarColumn down;
        down.resize(rows);
        for (Index i = 0; i < rows; ++i) down[i] = static_cast<Real>(1.0 - fields[1].value(i));
        fields[1].real = down.span().data();
        fields.pop_back();
        return add_vectors(fields, rows);
    }
    std::size_t add_vectors(const std::vector<Field>& fields, Index rows) {
        const std::size_t start = buffer_.size();
        append_records(buffer_, rows, fields, std::endian::little);
        return add_accessor(start, kVertices, kFloat, static_cast<std::size_t>(rows), kTypes[fields.size()]);
    }
    std::size_t add_triangles(std::span<const Vec3i> triangles) {
        const std::size_t start = buffer_.size();
        for (const Vec3i& t : triangles)
            for (const Index corner : t)
                append_number(buffer_, static_cast<std::uint32_t>(corner), std::endian::little);
        return add_accessor(start, kIndices, kUnsignedInt, 3 * triangles.size(), "SCALAR");
    }
    std::size_t add_accessor(std::size_t start, int target, int component, std::size_t count, const char* type) {
        Json& views = json_["bufferViews"];
        views.push_back({{"buffer", 0}, {"byteOffset", start}, {"byteLength", buffer_.size() - start}});
        if (target != 0) views.back()["target"] = target;
        const std::size_t view = views.size() - 1;  // a new key moves the others
        Json& accessors = json_["accessors"];
        accessors.push_back({{"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type}});
        return accessors.size() - 1;
    }

    Json json_;
    std::string buffer_;
};

void append_chunk(std::string& out, std::uint32_t type, std::string_view bytes, char filling) {
    const std::size_t padding = (4 - bytes.size() % 4) % 4;
    append_number(out, static_cast<std::uint32_t>(bytes.size() + padding), std::endian::little);
    append_number(out, type, std::endian::little);
    out += bytes;
    out.append(padding, filling);
}

Document document_of(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    Document document(provenance);
    if (points.size() > 0 && !triangles.empty()) document.add_node(document.add_mesh(points, triangles));
    document.finish();
    return document;
}

// A node, and its key frames, which are interpolated by lines.
void add_body(Document& document, const PivotedMesh& body, std::size_t times, Json& animation) {
    std::vector<float> translations, rotations;
    for (const Vec3d& t : body.translations)
        for (const double part : t) translations.push_back(static_cast<float>(part));
    for (const auto& orient : body.orients)
        for (const double part : orient) rotations.push_back(static_cast<float>(part));
    const std::size_t number = document.add_node(document.add_mesh(vertices_of(body.mesh), body.mesh.triangles));
    Json& node = document.json()["nodes"][number];
    node["name"] = body.name;
    node["translation"] = std::vector<float>(translations.begin(), translations.begin() + 3);
    node["rotation"] = std::vector<float>(rotations.begin(), rotations.begin() + 4);
    const auto add_channel = [&](const char* path, std::size_t values) {
        const std::size_t sampler = animation["samplers"].size();
        animation["samplers"].push_back({{"input", times}, {"output", values}, {"interpolation", "LINEAR"}});
        animation["channels"].push_back({{"sampler", sampler}, {"target", {{"node", number}, {"path", path}}}});
    };
    add_channel("translation", document.add_numbers(translations, 3));
    add_channel("rotation", document.add_numbers(rotations, 4));
}

Document document_of(const MovingMeshes& bodies, const Provenance& provenance) {
    Document document(provenance);
    std::vector<float> seconds;
    for (const int frame : bodies.frames) seconds.push_back(static_cast<float>((frame - 1) / bodies.frame_rate));
    if (!seconds.empty() && !bodies.meshes.empty()) {
        const std::size_t times = document.add_times(seconds);
        Json animation = Json::object();
        animation["name"] = "run";
        for (const MovingMesh& body : bodies.meshes) add_body(document, pivoted(body, UpAxis::y), times, animation);
        document.json()["animations"].push_back(std::move(animation));
    }
    document.finish();
    return document;
}

std::string glb_of(Document&& document) {
    std::string out;
    append_number(out, kMagic, std::endian::little);
    append_number(out, kVersion, std::endian::little);
    append_number(out, std::uint32_t{0}, std::endian::little);
    append_chunk(out, kJsonChunk, document.json().dump(-1, ' ', false, Json::error_handler_t::replace), ' ');
    if (!document.buffer().empty()) append_chunk(out, kBinaryChunk, document.buffer(), '\0');
    store_number(out.data() + 8, static_cast<std::uint32_t>(out.size()), std::endian::little);
    return out;
}

std::string gltf_of(Document&& document) {
    if (!document.buffer().empty()) {
        std::string data = "data:application/octet-stream;base64,";
        append_base64(data, document.buffer());
        document.json()["buffers"][0]["uri"] = std::move(data);
    }
    return document.json().dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string write_glb(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    return glb_of(document_of(points, triangles, provenance));
}

std::string write_gltf(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    return gltf_of(document_of(points, triangles, provenance));
}

std::string write_glb(const MovingMeshes& bodies, const Provenance& provenance) {
    return glb_of(document_of(bodies, provenance));
}

std::string write_gltf(const MovingMeshes& bodies, const Provenance& provenance) {
    return gltf_of(document_of(bodies, provenance));
}

}  // namespace lamella
