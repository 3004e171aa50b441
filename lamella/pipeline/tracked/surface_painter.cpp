#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/tracked/surface_painter.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

const Vec3 kBare = PlainPattern{}.colour;  // where there is no coat

std::shared_ptr<const Texture> picture_of(const PaintCoat& coat, std::size_t k, Assets& assets) {
    const auto* image = std::get_if<ImagePaint>(&coat.source);
    if (!image) return nullptr;
    return blame(fmt::format("surface.paint[{}].file", k), [&] { return texture_of(image->file, assets); });
}

const std::optional<InputFile>* mesh_file(const TrackedParameters& parameters) {
    const auto* mesh = parameters.coordinates ? std::get_if<MeshCoordinates>(&*parameters.coordinates) : nullptr;
    return mesh ? &mesh->file : nullptr;
}

std::shared_ptr<const TriangleMesh> mesh_of_file(const InputFile& file, Assets& assets) {
    return blame("surface.coordinates.file", [&] {
        return assets.once<TriangleMesh>(file.path.string(), [&] { return read_mesh(file, assets); });
    });
}

// The meshes whose texture coordinates are asked for.
std::vector<NamedMesh> meshes_with_uv(const TrackedParameters& parameters, const std::vector<NamedMesh>& poured,
                                      Assets& assets) {
    const std::optional<InputFile>* file = mesh_file(parameters);
    if (!file) return {};
    if (*file) return {{(*file)->path.string(), mesh_of_file(**file, assets)}};
    return poured;
}

}  // namespace

std::vector<NamedMesh> poured_meshes(const Fluid& fluid, Assets& assets) {
    std::vector<NamedMesh> meshes;
    for (const FluidShape& filled : fluid.shapes)
        if (const auto* shape = std::get_if<MeshShape>(&filled.shape))
            meshes.push_back({shape->file.path.string(), mesh_of(*shape, Vec3d::Zero(), assets)});
    return meshes;
}

FileRecords paint_files(const SurfaceField& field, Assets& assets) {
    const auto* tracked = std::get_if<TrackedParameters>(&field);
    FileRecords files;
    if (!tracked) return files;
    const auto enter = [&](const InputFile& file) { files[file.name] = assets.files().at(file.name); };
    for (std::size_t k = 0; k < tracked->paint.size(); ++k)
        if (picture_of(tracked->paint[k], k, assets)) enter(std::get<ImagePaint>(tracked->paint[k].source).file);
    if (const auto* file = mesh_file(*tracked); file && *file) {
        mesh_of_file(**file, assets);
        enter(**file);
    }
    return files;
}

SurfacePainter::UvMesh::UvMesh(const std::vector<NamedMesh>& meshes) {
    auto& uv = mesh.attributes.add<Vec3Column>("uv");
    for (const auto& [name, part] : meshes) {
        const auto* own = part->attributes.find<Vec3Column>("uv");
        if (!own) throw SceneFault("surface.coordinates", fmt::format("{} has no texture coordinates (uv)", name));
        const Index first = mesh.vertex_count();
        mesh.positions.insert(mesh.positions.end(), part->positions.begin(), part->positions.end());
        for (const Vec3i& t : part->triangles) mesh.triangles.push_back((t.array() + first).matrix());
        mesh.attributes.resize(mesh.vertex_count());
        for (Index v = 0; v < part->vertex_count(); ++v) uv.set(first + v, (*own)[v]);
    }
    tree.emplace(mesh);
}

Vec3 SurfacePainter::UvMesh::at(const Vec3& p) const {
    const ClosestPoint closest = tree->closest_point(p);
    if (!closest.found()) return Vec3::Zero();
    const auto& uv = mesh.attributes.get<Vec3Column>("uv");
    const Vec3i& t = mesh.triangles[static_cast<std::size_t>(closest.triangle)];
    const Vec3& w = closest.barycentric;
    return w[0] * uv[t[0]] + w[1] * uv[t[1]] + w[2] * uv[t[2]];
}

SurfacePainter::SurfacePainter(const TrackedParameters& parameters, const std::string& fluid,
                               const std::vector<NamedMesh>& poured, Assets& assets)
    : coordinates_(parameters.coordinates) {
    for (std::size_t k = 0; k < parameters.paint.size(); ++k) {
        const PaintCoat& coat = parameters.paint[k];
        if (coat.fluid.empty() || coat.fluid == fluid) coats_.push_back({coat, picture_of(coat, k, assets)});
    }
    if (!mesh_file(parameters)) return;
    const std::vector<NamedMesh> meshes = meshes_with_uv(parameters, poured, assets);
    if (meshes.empty())
        coordinates_.reset();  // it is poured from none
    else
        uv_mesh_ = std::make_shared<const UvMesh>(meshes);
}

bool SurfacePainter::needs_phase() const {
    return std::ranges::any_of(coats_, [](const Coat& coat) { return coat.what.phase.has_value(); });
}

Vec3 SurfacePainter::Coat::colour_at(const Vec3& place) const {
    if (picture) return picture->at(place.x(), place.y());
    return std::visit(
        [&](const auto& source) -> Vec3 {
            if constexpr (requires { source.at(place); }) return source.at(place);
            return kBare;
        },
        what.source);
}

bool SurfacePainter::Coat::covers(const Vec3& p, Index phase) const {
    if (what.phase && *what.phase != phase) return false;
    if (!what.within) return true;
    const Vec3d x = p.cast<double>();
    return (x.array() >= what.within->min.array()).all() && (x.array() <= what.within->max.array()).all();
}

Vec3 SurfacePainter::uv_at(const Vec3& p) const {
    if (!coordinates_) return Vec3::Zero();
    return std::visit(
        [&](const auto& method) -> Vec3 {
            if constexpr (requires { method.place_of(p, p); }) return method.place_of(p, Vec3::Zero());
            return uv_mesh_->at(p);
        },
        *coordinates_);
}

void SurfacePainter::paint(std::span<const Vec3> places, const IndexColumn* phase, ColumnTable& table) const {
    const auto n = static_cast<Index>(places.size());
    Vec3Column* uv = coordinates_ ? &table.add<Vec3Column>("uv") : nullptr;
    Vec3Column* colours = coats_.empty() ? nullptr : &table.add<Vec3Column>("Cd");
    parallel_for("paint", n, [&](Index i) {
        const Vec3& p = places[static_cast<std::size_t>(i)];
        const Vec3 own = uv_at(p);
        if (uv) uv->set(i, own);
        if (!colours) return;
        Vec3 colour = kBare;
        for (const Coat& coat : coats_)
            if (coat.covers(p, phase ? (*phase)[i] : 0))
                colour = coat.colour_at(place_of(coat.what.projection, p, own));
        colours->set(i, colour);
    });
}

}  // namespace lamella
