#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/tets/tet_border.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/render/colour_map.hpp>
#include <lamella/render/render_points.hpp>
#include <lamella/render/render_scene.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

const Material* find_material(const RenderSettings& settings, const std::string& name) {
    for (const NamedMaterial& m : settings.materials)
        if (m.name == name) return &m.material;
    return nullptr;
}

constexpr Real kLeastCosine = 0.8f;  // of the angle between the normals of a triangle and of its corner: else an edge
constexpr int kLiquidPriority = 0;
constexpr int kGlassPriority = 1;

// tint = exp(-absorption * depth)
template <class Clear>
Medium medium_of(const Clear& clear, Real default_depth, int priority) {
    const Real depth = clear.tint_depth.value_or(default_depth);
    return {clear.ior, -clear.tint.array().log().matrix() / depth, priority};
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

// The attribute N where the mesh has one that is finite everywhere.
std::vector<Vec3> normals_of(const TriangleMesh& mesh) {
    const auto* given = mesh.attributes.find<Vec3Column>("N");
    if (!given || given->size() != mesh.vertex_count()) return compute_vertex_normals(mesh);
    std::vector<Vec3> normals(mesh.positions.size());
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        normals[i] = (*given)[i].stableNormalized();
        if (!normals[i].allFinite()) return compute_vertex_normals(mesh);
    }
    return normals;
}

// Without one of its name: a liquid whose vertices have colours shows them.
Material usual_material(const RenderSurface& surface) {
    if (!surface.is_fluid) return DiffuseMaterial{};
    if (!surface.mesh->attributes.find<Vec3Column>("Cd")) return WaterMaterial{};
    CoatedMaterial coloured{Vec3::Ones()};
    coloured.paint.vertex_colours = true;
    return coloured;
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

// What a column of the cells says of each triangle of their border.
template <class T>
std::vector<T> by_triangle(const std::vector<T>& by_cell, const std::vector<Index>& cell_of_triangle) {
    std::vector<T> values;
    if (!by_cell.empty())
        for (const Index cell : cell_of_triangle) values.push_back(by_cell[static_cast<std::size_t>(cell)]);
    return values;
}

// The columns of cells go before those of nodes.
Paint paint_of_border(const RenderSettings& settings, const TetMesh& mesh, const TetBorder& border) {
    const Paint cells = paint_of(settings, mesh.cells, false);
    Paint nodes = paint_of(settings, border.mesh.attributes, true);
    if (cells.values.empty() && !nodes.values.empty()) return nodes;
    if (cells.empty()) return nodes;
    return {false, by_triangle(cells.values, border.cell_of_triangle),
            by_triangle(cells.colours, border.cell_of_triangle)};
}

}  // namespace

RenderScene::RenderScene(const RenderSettings& settings, const RenderSubject& subject)
    : bounds_(subject.bounds), overlap_(subject.overlap), textures_(subject.textures) {
    const ProfileScope scope("prepare picture");
    tint_depth_ = subject.bounds.empty() ? 1.0f : std::max(subject.bounds.size().maxCoeff() / 3.0f, 1e-6f);
    const Real open_time = settings.shutter * subject.frame_time;
    for (const RenderSurface& surface : subject.surfaces)
        if (settings.show == Show::surface || !surface.is_fluid) add_surface(settings, surface, open_time);
    for (const RenderTets& tets : subject.tetrahedra) add_border(settings, tets, open_time);
    for (const RenderParticles& particles : subject.particles)
        if (settings.show == Show::particles || !particles.is_fluid) add_balls(settings, particles);
    for (const RenderDiscs& discs : subject.discs) add_discs(settings, discs);
    for (const RenderStrands& strands : subject.strands) add_tubes(settings, strands);
    find_colours(settings);
    geometry_.finish();
}

RenderScene::Shape RenderScene::shape_of(const RenderSettings& settings, const std::string& name,
                                         const Material& otherwise) {
    const Material* own = find_material(settings, name);
    return shape_of(name, own ? *own : otherwise);
}

RenderScene::Shape RenderScene::shape_of(const std::string& name, const Material& material) {
    Shape shape;
    const auto painted = [&](const auto& m) {
        shape.finish = finish_of(m);
        if (!m.paint.texture) {
            shape.on_mesh = MeshPaint(m.paint, nullptr);
            return;
        }
        const auto found = textures_.find(m.paint.texture->path.string());
        if (found == textures_.end()) throw RunError(fmt::format("the texture of '{}' was not read", name));
        shape.on_mesh = MeshPaint(m.paint, found->second);
    };
    const auto clear = [&](const auto& m, int priority) {
        shape.liquid = &media_.emplace_back(medium_of(m, tint_depth_, priority));
    };
    std::visit(Overloaded{[&](const WaterMaterial& m) { clear(m, kLiquidPriority); },
                          [&](const GlassMaterial& m) { clear(m, kGlassPriority); },
                          [&](const DiffuseMaterial& m) { painted(m); }, [&](const CoatedMaterial& m) { painted(m); },
                          [&](const MetalMaterial& m) { shape.finish = finish_of(m); }},
               material);
    return shape;
}

// Numbers as colours go before the material of that name, which goes before colours of its own.
RenderScene::Shape RenderScene::painted_shape(const RenderSettings& settings, const std::string& name, Paint paint) {
    if (!paint.values.empty()) {
        Shape shape;
        shape.paint = std::move(paint);
        return shape;
    }
    Shape shape = shape_of(settings, name, DiffuseMaterial{});
    if (!find_material(settings, name)) shape.paint = std::move(paint);
    return shape;
}

// Solids reach a little into the liquid that touches them, so that there is no air between, which would show a stone in
// water as a bubble. Meshes that are not smooth grow by the same length along the normals of their vertices.
const TriangleMesh* RenderScene::grown(const RenderSurface& surface, const Material& material) {
    const TriangleMesh& mesh = *surface.mesh;
    const auto* glass = std::get_if<GlassMaterial>(&material);
    const Real length = glass ? glass->overlap.value_or(overlap_) : surface.is_fluid ? 0.0f : overlap_;
    if (length <= 0.0f) return &mesh;
    const std::vector<Vec3> normals = normals_of(mesh);
    TriangleMesh& larger = meshes_.emplace_back(mesh);
    for (Index i = 0; i < mesh.vertex_count(); ++i) larger.positions[i] += length * normals[i];
    return &larger;
}

void RenderScene::add_surface(const RenderSettings& settings, const RenderSurface& surface, Real open_time) {
    if (surface.mesh->empty()) return;
    check_mesh(*surface.mesh, surface.name);
    const Material usual = usual_material(surface);
    const Material* named = surface.material ? surface.material : find_material(settings, surface.name);
    const Material& material = named ? *named : usual;
    Shape shape = surface.is_painted
                      ? painted_shape(settings, surface.name, paint_of(settings, surface.mesh->attributes, true))
                      : shape_of(surface.name, material);
    shape.mesh = grown(surface, material);
    if (!shape.on_mesh.empty()) shape.on_mesh.lie_on(*shape.mesh, surface.name);
    shape.creased = !surface.is_fluid && !shape.mesh->attributes.find<Vec3Column>("N");
    shape.normals = normals_of(*shape.mesh);
    add_triangles(std::move(shape), open_time);
}

// Flat triangles, so that the cells are seen.
void RenderScene::add_border(const RenderSettings& settings, const RenderTets& tets, Real open_time) {
    TetBorder border = border_of(*tets.mesh);
    if (border.mesh.empty()) return;
    Shape shape = painted_shape(settings, tets.name, paint_of_border(settings, *tets.mesh, border));
    shape.mesh = &meshes_.emplace_back(std::move(border.mesh));
    if (!shape.on_mesh.empty()) shape.on_mesh.lie_on(*shape.mesh, tets.name);
    add_triangles(std::move(shape), open_time);
}

void RenderScene::add_triangles(Shape shape, Real open_time) {
    const TriangleMesh& mesh = *shape.mesh;
    const std::vector<Vec3> opening = open_time > 0.0f ? moved_positions(mesh, -0.5f * open_time) : std::vector<Vec3>();
    if (opening.empty()) {
        geometry_.add_triangles(mesh.positions, mesh.positions, mesh.triangles, shape.liquid);
    } else {
        geometry_.add_triangles(opening, moved_positions(mesh, 0.5f * open_time), mesh.triangles, shape.liquid);
    }
    shapes_.push_back(std::move(shape));
    bounds_.extend(lamella::bounds(mesh));
}

// The geometry has been given the shape before.
void RenderScene::add_points(Shape shape, const std::vector<Vec4>& points) {
    for (const Vec4& point : points) {
        bounds_.extend(Vec3(point.head<3>().array() - point.w()));
        bounds_.extend(Vec3(point.head<3>().array() + point.w()));
    }
    shapes_.push_back(std::move(shape));
}

namespace {

void refuse_paint(const MeshPaint& paint, const std::string& name) {
    if (!paint.empty())
        throw InputError(fmt::format(
            "render.materials: '{}' has a texture, a pattern or vertex colours, which only meshes and surfels can have",
            name));
}
void refuse_clear(const Medium* liquid, const std::string& name) {
    if (liquid)
        throw InputError(
            fmt::format("render.materials: '{}' is made of points, discs or tubes, which enclose nothing; "
                        "give it a matt, coated or metal material",
                        name));
}

}  // namespace

void RenderScene::add_balls(const RenderSettings& settings, const RenderParticles& particles) {
    const std::vector<Vec4> balls = points_with_radii(*particles.set, particles.radius, "particle");
    Paint paint = particles.is_fluid ? Paint{false, attribute_values(*particles.set, settings.colour_by), {}}
                                     : paint_of(settings, *particles.set, false);
    if (balls.empty()) return;
    Shape shape = painted_shape(settings, particles.name, std::move(paint));
    refuse_clear(shape.liquid, particles.name);
    refuse_paint(shape.on_mesh, particles.name);
    geometry_.add_balls(balls);
    add_points(std::move(shape), balls);
}

void RenderScene::add_discs(const RenderSettings& settings, const RenderDiscs& discs) {
    const std::vector<Vec4> points = points_with_radii(*discs.set, discs.radius, "surfel");
    if (points.empty()) return;
    Shape shape = painted_shape(settings, discs.name, paint_of(settings, *discs.set, false));
    refuse_clear(shape.liquid, discs.name);
    if (!shape.on_mesh.empty()) {
        shape.paint = {false, {}, shape.on_mesh.of_points(*discs.set, discs.name)};
        for (Vec3& colour : shape.paint.colours) colour = colour.cwiseProduct(shape.finish.colour);
        shape.on_mesh = {};
    }
    if (std::vector<DrawnEllipse> ellipses = ellipses_of(*discs.set, discs.name); !ellipses.empty())
        geometry_.add_ellipses(std::move(ellipses));
    else
        geometry_.add_discs(points, disc_normals(*discs.set, discs.name));
    add_points(std::move(shape), points);
}

void RenderScene::add_tubes(const RenderSettings& settings, const RenderStrands& strands) {
    const std::vector<Index> pieces = tube_pieces(*strands.strands);
    if (pieces.empty()) return;
    const std::vector<Vec4> points = points_with_radii(strands.strands->points, strands.radius, "point of a strand");
    Shape shape = painted_shape(settings, strands.name, paint_of(settings, strands.strands->points, true));
    refuse_clear(shape.liquid, strands.name);
    refuse_paint(shape.on_mesh, strands.name);
    shape.pieces = pieces;
    geometry_.add_tubes(points, pieces);
    add_points(std::move(shape), points);
}

void RenderScene::find_colours(const RenderSettings& settings) {
    std::vector<std::vector<Real>> values;
    for (const Shape& shape : shapes_)
        if (!shape.paint.values.empty()) values.push_back(shape.paint.values);
    if (settings.show == Show::particles || !values.empty()) colours_ = colour_range(settings, values);
}

// Numbers are interpolated before they become colours.
Finish RenderScene::finish_at(const Shape& shape, const RayHit& hit) const {
    Finish finish = shape.finish;
    const Paint& paint = shape.paint;
    if (!shape.on_mesh.empty())
        finish.colour = finish.colour.cwiseProduct(
            shape.on_mesh.at(*shape.mesh, hit.primitive, Vec3(1.0f - hit.u - hit.v, hit.u, hit.v)));
    if (paint.empty()) return finish;
    const auto at = [&](const auto& rows) {
        using Value = std::remove_cvref_t<decltype(rows[0])>;
        if (!paint.by_corner) return rows[hit.primitive];
        if (!shape.mesh) {
            const Index first = shape.pieces[hit.primitive];
            return Value((1.0f - hit.u) * rows[first] + hit.u * rows[first + 1]);
        }
        const Vec3i& t = shape.mesh->triangles[hit.primitive];
        return Value((1.0f - hit.u - hit.v) * rows[t[0]] + hit.u * rows[t[1]] + hit.v * rows[t[2]]);
    };
    finish.colour = paint.values.empty() ? Vec3(at(paint.colours)) : map_colour(colours_->position(at(paint.values)));
    return finish;
}

// A sharp edge has two normals.
SurfacePoint RenderScene::surface_point(const Ray& ray, const RayHit& hit) const {
    const Shape& shape = shapes_[hit.shape];
    const Vec3 flat = hit.normal.normalized();
    const Finish finish = finish_at(shape, hit);
    if (shape.normals.empty()) return {ray.at(hit.distance), flat, flat, finish, shape.liquid};
    const Vec3i& t = shape.mesh->triangles[hit.primitive];
    const auto corner = [&](Index i) -> Vec3 {
        return shape.creased && shape.normals[i].dot(flat) < kLeastCosine ? flat : shape.normals[i];
    };
    const Vec3 mean = (1.0f - hit.u - hit.v) * corner(t[0]) + hit.u * corner(t[1]) + hit.v * corner(t[2]);
    const Real norm = mean.norm();
    const Vec3 smooth = norm > 0.0f && mean.dot(flat) > 0.0f ? Vec3(mean / norm) : flat;
    return {ray.at(hit.distance), flat, smooth, finish, shape.liquid};
}

}  // namespace lamella
