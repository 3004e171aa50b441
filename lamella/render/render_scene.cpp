#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/render/colour_map.hpp>
#include <lamella/render/render_scene.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

Material material_of(const RenderSettings& settings, const RenderSurface& surface) {
    for (const NamedMaterial& m : settings.materials)
        if (m.name == surface.name) return m.material;
    return surface.is_fluid ? Material(WaterMaterial{}) : Material(DiffuseMaterial{});
}

// tint = exp(-absorption * depth)
Medium medium_of(const WaterMaterial& water, Real default_depth) {
    const Real depth = water.tint_depth.value_or(default_depth);
    return {water.ior, -water.tint.array().log().matrix() / depth};
}

void check_mesh(const TriangleMesh& mesh, const std::string& name) {
    for (Index i = 0; i < mesh.vertex_count(); ++i)
        if (!mesh.positions[i].allFinite())
            throw InputError(fmt::format("surface '{}': the position of vertex {} is not finite", name, i));
    for (Index i = 0; i < mesh.triangle_count(); ++i) {
        const Vec3i& t = mesh.triangles[i];
        if (t.minCoeff() < 0 || t.maxCoeff() >= mesh.vertex_count())
            throw InputError(
                fmt::format("surface '{}': triangle {} names a vertex that is not there (it has {} vertices)", name, i,
                            mesh.vertex_count()));
    }
}

// The attribute N where the mesh has one.
std::vector<Vec3> normals_of(const TriangleMesh& mesh) {
    const auto* given = mesh.attributes.find<Vec3Column>("N");
    if (!given || given->size() != mesh.vertex_count()) return compute_vertex_normals(mesh);
    std::vector<Vec3> normals(mesh.positions.size());
    for (Index i = 0; i < mesh.vertex_count(); ++i) normals[i] = (*given)[i].stableNormalized();
    return normals;
}

Finish finish_of(const DiffuseMaterial& m) { return {m.colour, 0.0f, {}}; }
Finish finish_of(const CoatedMaterial& m) { return {m.colour, m.ior, {}}; }
Finish finish_of(const MetalMaterial& m) { return {m.colour, 0.0f, m.roughness}; }

// Where the vertices are after a time, with the attribute v; nothing where the mesh has none.
std::vector<Vec3> moved_positions(const TriangleMesh& mesh, Real seconds) {
    const auto* v = mesh.attributes.find<Vec3Column>("v");
    if (!v || v->size() != mesh.vertex_count()) return {};
    std::vector<Vec3> moved(mesh.positions);
    for (Index i = 0; i < mesh.vertex_count(); ++i)
        if ((*v)[i].allFinite()) moved[i] += seconds * (*v)[i];
    return moved;
}

Vec4 ball_of(const RenderParticles& particles, const ScalarColumn* radii, Index i) {
    const Vec3 p = particles.set->positions()[i];
    const Real radius = radii ? (*radii)[i] : particles.radius;
    if (!p.allFinite() || !std::isfinite(radius))
        throw InputError(fmt::format("particle {}: its position or radius is not finite", i));
    return {p.x(), p.y(), p.z(), std::max(radius, 0.0f)};
}

}  // namespace

RenderScene::RenderScene(const RenderSettings& settings, const RenderSubject& subject) : bounds_(subject.bounds) {
    const ProfileScope scope("prepare picture");
    tint_depth_ = subject.bounds.empty() ? 1.0f : std::max(subject.bounds.size().maxCoeff() / 3.0f, 1e-6f);
    for (const RenderSurface& surface : subject.surfaces)
        if (settings.show == Show::surface || !surface.is_fluid)
            add_surface(settings, surface, settings.shutter * subject.frame_time);
    if (settings.show == Show::particles) add_all_balls(settings, subject);
    geometry_.finish();
}

void RenderScene::add_surface(const RenderSettings& settings, const RenderSurface& surface, Real open_time) {
    const TriangleMesh& mesh = *surface.mesh;
    if (mesh.empty()) return;
    check_mesh(mesh, surface.name);
    Shape shape{&mesh, normals_of(mesh), {}, {}, nullptr};
    const auto finish = [&](const auto& m) { shape.finish = finish_of(m); };
    std::visit(
        Overloaded{[&](const WaterMaterial& m) { shape.liquid = &media_.emplace_back(medium_of(m, tint_depth_)); },
                   [&](const DiffuseMaterial& m) { finish(m); }, [&](const CoatedMaterial& m) { finish(m); },
                   [&](const MetalMaterial& m) { finish(m); }},
        material_of(settings, surface));
    const std::vector<Vec3> opening = open_time > 0.0f ? moved_positions(mesh, -0.5f * open_time) : std::vector<Vec3>();
    if (opening.empty()) {
        geometry_.add_triangles(mesh.positions, mesh.positions, mesh.triangles, shape.liquid);
    } else {
        geometry_.add_triangles(opening, moved_positions(mesh, 0.5f * open_time), mesh.triangles, shape.liquid);
    }
    shapes_.push_back(std::move(shape));
    bounds_.extend(lamella::bounds(mesh));
}

void RenderScene::add_all_balls(const RenderSettings& settings, const RenderSubject& subject) {
    std::vector<std::vector<Real>> values;
    for (const RenderParticles& particles : subject.particles)
        values.push_back(attribute_values(*particles.set, settings.colour_by));
    colours_ = colour_range(settings, values);
    for (std::size_t i = 0; i < values.size(); ++i) add_balls(subject.particles[i], values[i]);
}

void RenderScene::add_balls(const RenderParticles& particles, const std::vector<Real>& values) {
    if (values.empty()) return;
    Shape shape;
    std::vector<Vec4> balls;
    const auto* radii = particles.set->find<ScalarColumn>("pscale");
    for (Index i = 0; i < particles.set->size(); ++i) {
        balls.push_back(ball_of(particles, radii, i));
        shape.ball_colours.push_back(map_colour(colours_.position(values[i])));
        bounds_.extend(Vec3(balls.back().head<3>().array() - balls.back().w()));
        bounds_.extend(Vec3(balls.back().head<3>().array() + balls.back().w()));
    }
    geometry_.add_balls(balls);
    shapes_.push_back(std::move(shape));
}

SurfacePoint RenderScene::surface_point(const Ray& ray, const RayHit& hit) const {
    const Shape& shape = shapes_[hit.shape];
    const Vec3 flat = hit.normal.normalized();
    if (!shape.mesh) return {ray.at(hit.distance), flat, flat, {shape.ball_colours[hit.primitive], 0.0f, {}}, nullptr};
    const Vec3i& t = shape.mesh->triangles[hit.primitive];
    const Vec3 mean =
        (1.0f - hit.u - hit.v) * shape.normals[t[0]] + hit.u * shape.normals[t[1]] + hit.v * shape.normals[t[2]];
    const Real norm = mean.norm();
    const Vec3 smooth = norm > 0.0f && mean.dot(flat) > 0.0f ? Vec3(mean / norm) : flat;
    return {ray.at(hit.distance), flat, smooth, shape.finish, shape.liquid};
}

}  // namespace lamella
