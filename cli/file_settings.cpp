#include <cli/file_settings.hpp>
#include <lamella/scene/overrides.hpp>
#include <lamella/scene/parameter_check.hpp>
#include <lamella/scene/parameter_walk.hpp>

namespace lamella::cli {

namespace {

// Documents that hold one key of a scene.
struct SurfaceDocument {
    SurfaceField surface;

    static constexpr auto fields() {
        return field_list(Field{"surface", &SurfaceDocument::surface, "", any_value(), "how frames become meshes"});
    }
};
struct FoamDocument {
    FoamSettings foam;

    static constexpr auto fields() {
        return field_list(Field{"foam", &FoamDocument::foam, "", any_value(), "spray, foam and bubbles"});
    }
};
struct RenderDocument {
    RenderSettings render;

    static constexpr auto fields() {
        return field_list(Field{"render", &RenderDocument::render, "", any_value(), "how frames become pictures"});
    }
};

template <class Document>
Document read_document(std::span<const std::string> overrides, std::string_view what) {
    JsonValue json(JsonObject{});
    apply_overrides(json, overrides);
    check_parameters(json, *walk::type_of(Document{}), "--set", what);
    Document document;
    walk::assign(json, document);
    return document;
}

}  // namespace

SurfaceField surface_settings(std::span<const std::string> overrides) {
    return read_document<SurfaceDocument>(overrides, "the surfacing of files").surface;
}

FoamSettings foam_settings(std::span<const std::string> overrides) {
    return read_document<FoamDocument>(overrides, "the foam of files").foam;
}

RenderSettings render_settings(std::span<const std::string> overrides) {
    return read_document<RenderDocument>(overrides, "the rendering of files").render;
}

}  // namespace lamella::cli
