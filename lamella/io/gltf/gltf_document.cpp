#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/gltf/gltf_document.hpp>
#include <lamella/io/number.hpp>

#include <fmt/format.h>

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
constexpr std::size_t kGlbHeader = 20;

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
            refuse_gltf(source, fmt::format("the JSON is nested deeper than {} levels", kDeepest));
        else if (!quoted && (c == '}' || c == ']'))
            --depth;
    }
}

bool is_glb(std::string_view bytes) { return bytes.starts_with("glTF"); }

// The JSON of either kind of file, after a look at the sizes in the header of a GLB.
std::string_view json_of(std::string_view bytes, const std::string& source) {
    if (!is_glb(bytes)) return bytes;
    if (bytes.size() < kGlbHeader) refuse_gltf(source, "the GLB header is cut");
    const auto length = load_number<std::uint32_t>(bytes.data() + 8, std::endian::little);
    const auto json = load_number<std::uint32_t>(bytes.data() + 12, std::endian::little);
    if (length > bytes.size() || json > bytes.size() - kGlbHeader)
        refuse_gltf(source, fmt::format("the GLB header announces {} bytes, the file has {}", length, bytes.size()));
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

// What a whole number that stands for a share of 1 is multiplied with.
double share_of_one(Number type) {
    switch (type) {
        case Number::int8:
            return 1.0 / 127.0;
        case Number::uint8:
            return 1.0 / 255.0;
        case Number::int16:
            return 1.0 / 32767.0;
        case Number::uint16:
            return 1.0 / 65535.0;
        default:
            return 1.0;
    }
}

}  // namespace

void refuse_gltf(const std::string& source, std::string_view why) {
    throw InputError(fmt::format("{}: {}", source, why));
}

void refuse_gltf_entry(const std::string& source, std::string_view what, int index, std::size_t size) {
    refuse_gltf(source, fmt::format("{} {} does not exist, there are {}", what, index, size));
}

// What is no such file is left to parse_gltf, which says so.
std::vector<std::string> gltf_buffer_files(std::string_view bytes, const std::string& source) {
    check_depth(json_of(bytes, source), source);
    std::filesystem::path folder = std::filesystem::path(source).parent_path();
    std::vector<std::string> names;
    const auto json = nlohmann::json::parse(json_of(bytes, source), nullptr, false);
    if (!json.is_object() || !json.contains("buffers") || !json["buffers"].is_array()) return names;
    for (const auto& buffer : json["buffers"])
        if (buffer.is_object() && buffer.contains("uri") && buffer["uri"].is_string() &&
            file_exists(buffer["uri"].get<std::string>(), &folder))
            names.push_back(buffer["uri"].get<std::string>());
    return names;
}

std::shared_ptr<const tinygltf::Model> parse_gltf(std::string_view bytes, const std::string& source) {
    check_depth(json_of(bytes, source), source);
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) refuse_gltf(source, "a glTF file has at most 4 GB");
    std::filesystem::path folder = std::filesystem::path(source).parent_path();
    tinygltf::TinyGLTF loader;
    loader.SetFsCallbacks({file_exists, same_path, read_whole_file, write_nothing, &folder});
    loader.SetImageLoader(ignore_image, nullptr);
    const auto model = std::make_shared<tinygltf::Model>();
    std::string error, warning;
    const auto size = static_cast<unsigned int>(bytes.size());
    try {
        const bool loaded =
            is_glb(bytes) ? loader.LoadBinaryFromMemory(model.get(), &error, &warning,
                                                        reinterpret_cast<const unsigned char*>(bytes.data()), size, "")
                          : loader.LoadASCIIFromString(model.get(), &error, &warning, bytes.data(), size, "");
        if (!loaded) refuse_gltf(source, error.empty() ? "this is no glTF file" : error.substr(0, error.find('\n')));
    } catch (const nlohmann::json::exception& e) {
        refuse_gltf(source, e.what());
    }
    return model;
}

GltfBudget::GltfBudget(const tinygltf::Model& model, const std::string& source, std::string_view of_what)
    : source_(source), of_what_(of_what) {
    std::size_t bytes = 0;
    for (const auto& buffer : model.buffers) bytes += buffer.data.size();
    left_ = most_ = 1'000'000 + 64 * bytes;
}

void GltfBudget::spend(std::size_t count) {
    if (count > left_)
        refuse_gltf(source_, fmt::format("it has more than {} {}, too many for the size of the file", most_, of_what_));
    left_ -= count;
}

std::vector<double> read_gltf_accessor(const tinygltf::Model& model, int index, int type, const std::string& source) {
    const auto& accessor = gltf_entry(model.accessors, index, "accessor", source);
    const auto number = number_type(accessor.componentType);
    const int components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
    if (accessor.type != type || !number) refuse_gltf(source, fmt::format("accessor {} has an unexpected type", index));
    if (accessor.sparse.isSparse) refuse_gltf(source, "sparse accessors are not read");
    const auto& view = gltf_entry(model.bufferViews, accessor.bufferView, "buffer view", source);
    const auto& data = gltf_entry(model.buffers, view.buffer, "buffer", source).data;
    const std::size_t row = size_of(*number) * static_cast<std::size_t>(components),
                      stride = view.byteStride ? view.byteStride : row;
    if (accessor.count > data.size() || stride > data.size() || view.byteOffset > data.size() ||
        accessor.byteOffset > data.size() ||
        (accessor.count > 0 &&
         view.byteOffset + accessor.byteOffset + (accessor.count - 1) * stride + row > data.size()))
        refuse_gltf(source, fmt::format("accessor {} reaches outside its buffer", index));
    const char* first = reinterpret_cast<const char*>(data.data()) + view.byteOffset + accessor.byteOffset;
    const double share = accessor.normalized ? share_of_one(*number) : 1.0;
    std::vector<double> values;
    for (std::size_t k = 0; k < accessor.count; ++k)
        for (std::size_t c = 0; c < static_cast<std::size_t>(components); ++c)
            values.push_back(share * load(first + k * stride + c * size_of(*number), *number, std::endian::little));
    return values;
}

}  // namespace lamella
