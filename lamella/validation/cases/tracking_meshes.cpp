// Meshes that flows carry, remeshed and nothing else: no particles and no field to project on. A ball is sheared by one
// turn between its middle and its poles; the ball of Enright 2002 is drawn into a sheet and back; a ball with a slot
// (the disc of Zalesak 1979, in space as Enright 2002 has it) makes one revolution. Bars were measured with trial
// programs before this one. The colour is 0 on one half of a ball and 1 on the other; what its border gains in width is
// what remeshing has blurred.
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/prescribed/velocity_fields.hpp>
#include <lamella/surface/marching_cubes.hpp>
#include <lamella/tracking/mesh_quality.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/colour_band.hpp>
#include <lamella/validation/hole_measure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr const char* kTrial = "measured with a trial program before this one";
constexpr double kTwoPi = 2.0 * std::numbers::pi;

// A mesh with a colour that is carried along.
class CarriedMesh {
public:
    CarriedMesh(const TriangleMesh& mesh, Real edge, Real border) : mesh_(mesh) {
        settings_.edge = edge;
        for (int round = 0; round < 3; ++round) remesh(mesh_, settings_);
        auto& colour = mesh_.vertices.table().add<ScalarColumn>("colour");
        for (Index v = 0; v < mesh_.vertex_slots(); ++v) colour[v] = mesh_.positions[v].x() > border ? 1.0f : 0.0f;
        start_ = quality();
        start_band_ = band();
    }

    // move(positions) carries all vertices over one step.
    template <class Move>
    void step(Move&& move) {
        move(mesh_.positions);
        work_ += remesh(mesh_, settings_);
        if (check(mesh_).empty()) return;
        ++broken_;
    }

    MeshQuality quality() const { return measure_quality(mesh_, settings_.edge); }
    double volume_change() const { return quality().volume / start_.volume - 1.0; }
    double band() const {
        const TriangleMesh plain = mesh_.to_triangle_mesh();
        return colour_band(plain, plain.attributes.get<ScalarColumn>("colour")) / settings_.edge;
    }
    double band_growth() const { return band() - start_band_; }
    const RemeshReport& work() const { return work_; }
    MeshReport report() const { return check_mesh(mesh_.to_triangle_mesh()); }
    Index broken_steps() const { return broken_; }

private:
    ConnectedMesh mesh_;
    RemeshSettings settings_;
    RemeshReport work_;
    MeshQuality start_;
    double start_band_ = 0.0;
    Index broken_ = 0;
};

class MeshRows {
public:
    MeshRows(CaseResult& result, const char* what) : result_(result), what_(what) {}

    void add(const char* quantity, const char* unit, double measured, double reference, Tolerance tolerance,
             const char* source = kTrial) {
        result_.measurements.push_back(
            {fmt::format("{}: {}", what_, quantity), unit, measured, reference, tolerance, source});
    }
    void add_soundness(const CarriedMesh& mesh) {
        const MeshReport report = mesh.report();
        add("steps after which the mesh was not manifold and oriented", "1", mesh.broken_steps(), 0.0, absolute(0),
            "every edge of every step");
        add("open or non-manifold edges at the end", "1", report.boundary_edges + report.non_manifold_edges, 0.0,
            absolute(0), "closed as at the start");
        add("Euler number at the end", "1", report.euler_characteristic, 2.0, absolute(0), "one ball");
        add("splits and collapses, over vertices", "1",
            static_cast<double>(mesh.work().splits + mesh.work().collapses) / report.vertices, 0.0, reported(), "");
    }
    void add_triangles(const MeshQuality& quality, Real edge) {
        add("smallest angle", "degrees", quality.smallest_angle, 12.0, lower_bound());
        add("1 % of the triangles have a smaller angle", "degrees", quality.low_angle, 20.0, lower_bound());
        add("triangles with an angle below 15 degrees", "1", quality.thin_share, 0.001, upper_bound());
        add("shortest edge", "l", quality.shortest_edge / edge, 0.3, lower_bound());
        add("longest edge", "l", quality.longest_edge / edge, 1.5, upper_bound());
        add("edges from 0.5 to 1.45 l", "1", quality.edges_in_range, 0.98, lower_bound());
    }

private:
    CaseResult& result_;
    const char* what_;
};

void shear(std::vector<Vec3>& positions, double angle) {
    for (Vec3& p : positions) {
        const double turn = angle * p.z(), c = std::cos(turn), s = std::sin(turn);
        p = Vec3d(c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()).cast<Real>();
    }
}

void measure_shear(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Real edge = options.full ? 1.0f / 32.0f : 1.0f / 16.0f;
    const int steps = 200;
    CarriedMesh mesh(triangulate(SphereShape{Vec3::Zero(), 1.0f}, edge), edge, 0.0f);
    for (int step = 0; step < steps; ++step) {
        run.throw_if_stopped();
        mesh.step([&](std::vector<Vec3>& x) { shear(x, kTwoPi / steps); });
    }
    MeshRows rows(result, "shear by 2 pi");
    rows.add_soundness(mesh);
    rows.add_triangles(mesh.quality(), edge);
    rows.add("change of the volume", "1", mesh.volume_change(), 0.0, absolute(0.01));
    rows.add("the colour's border has become wider by", "l", mesh.band_growth(), 1.0, upper_bound());
}

void measure_enright_mesh(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Real edge = options.full ? 0.01f : 0.015f;
    const int steps = options.full ? 300 : 200;
    const EnrightField flow;
    CarriedMesh mesh(triangulate(SphereShape{Vec3::Constant(0.35f), 0.15f}, edge), edge, 0.35f);
    MeshQuality half;
    for (int step = 0; step < steps; ++step) {
        run.throw_if_stopped();
        const double from = 3.0 * step / steps, to = 3.0 * (step + 1) / steps;
        mesh.step([&](std::vector<Vec3>& x) { carry(flow, from, to, 0.02, x); });
        if (2 * (step + 1) == steps) half = mesh.quality();
    }
    MeshRows rows(result, options.full ? "Enright, l = 0.01" : "Enright, l = 0.015");
    rows.add_soundness(mesh);
    rows.add("smallest angle at half time", "degrees", half.smallest_angle, 0.0, reported(), "11 with l = 0.01");
    rows.add("triangles with an angle below 15 degrees at half time", "1", half.thin_share, 0.001, upper_bound());
    rows.add("triangles with an angle below 15 degrees at the end", "1", mesh.quality().thin_share, 0.001,
             upper_bound());
    const Tolerance volume = absolute(options.full ? 0.01 : 0.02);
    rows.add("change of the volume", "1", mesh.volume_change(), 0.0, volume, "-0.006 with l = 0.01, by midpoints");
    rows.add("the colour's border has become wider by", "l", mesh.band_growth(), 2.5, upper_bound());
}

// Radius 0.15, a slot 0.05 wide and 0.125 deep along x, as in Enright 2002, scaled to the unit cube.
Real slotted_ball(const Vec3& p) {
    const Vec3 q = p - Vec3(0.5f, 0.75f, 0.5f);
    const Real ball = 0.15f - q.norm();
    const Real slot = std::min(0.025f - std::abs(q.x()), -0.025f - q.y());  // positive in the slot
    return std::min(ball, -slot);
}

TriangleMesh slotted_ball_mesh(Real cell) {
    std::vector<Vec3i> blocks;
    const auto block_of = [&](Real x) { return static_cast<Index>(std::floor(x / (cell * SparseGrid::kWidth))); };
    for (Index z = block_of(0.33f); z <= block_of(0.67f); ++z)
        for (Index y = block_of(0.58f); y <= block_of(0.92f); ++y)
            for (Index x = block_of(0.33f); x <= block_of(0.67f); ++x) blocks.emplace_back(x, y, z);
    SparseGrid grid(Vec3d::Constant(0.3 * cell), cell, -1.0f, blocks);
    for (Index b = 0; b < grid.block_count(); ++b)
        for (Index n = 0; n < SparseGrid::kNodes; ++n) {
            const Vec3i node = SparseGrid::kWidth * grid.block(b) + Vec3i(n % 8, n / 8 % 8, n / 64);
            grid.values(b)[static_cast<std::size_t>(n)] = slotted_ball(grid.node_position(node).cast<Real>());
        }
    return marching_cubes(grid, 0.0f);
}

void measure_slotted_ball(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Real edge = options.full ? 0.01f : 0.0125f;
    const int steps = options.full ? 628 : 200;
    CarriedMesh mesh(slotted_ball_mesh(edge), edge, 0.5f);
    const double c = std::cos(kTwoPi / steps), s = std::sin(kTwoPi / steps);
    for (int step = 0; step < steps; ++step) {
        run.throw_if_stopped();
        mesh.step([&](std::vector<Vec3>& positions) {
            for (Vec3& p : positions) {
                const double x = p.x() - 0.5, y = p.y() - 0.5;
                p = Vec3d(0.5 + c * x - s * y, 0.5 + s * x + c * y, p.z()).cast<Real>();
            }
        });
    }
    MeshRows rows(result, "slotted ball, one revolution");
    rows.add_soundness(mesh);
    rows.add("change of the volume", "1", mesh.volume_change(), 0.0, absolute(0.01), "");
    rows.add("the colour's border has become wider by", "l", mesh.band_growth(), 1.0, upper_bound());
    rows.add("triangles with an angle below 15 degrees", "1", mesh.quality().thin_share, 0.0, reported(), "");
}

}  // namespace

void measure_tracking_meshes(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_shear(run, options, result);
    measure_enright_mesh(run, options, result);
    measure_slotted_ball(run, options, result);
}

}  // namespace lamella
