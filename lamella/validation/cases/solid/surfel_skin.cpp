// The skin of surfels: whether it covers a ball at rest, squeezed and drawn out, where its normals point, whether it
// is closed, and what both faces of a crack are.
#include <lamella/core/random.hpp>
#include <lamella/solid/solid_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kRadius = 0.5f;
constexpr double kDegrees = 180.0 / std::numbers::pi;

SolidsSetup ball_setup(const Run& run, double spacing, double surfel_spacing) {
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = spacing;
    scene.solids = fmt::format(
        R"({{"name": "ball", "youngs_modulus": 1e5, "shape": {{"type": "sphere", "centre": [0, 0, 0], "radius": {}}},
            "skin": {{"type": "surfels", "spacing": {}}}}})",
        kRadius, surfel_spacing);
    SolidsSetup setup;
    world_of(run, scene, [&](SolidsSetup& made) { setup = made; });
    return setup;
}

// A skin and the particles that carry it, moved as one matrix says.
struct Moved {
    explicit Moved(const SolidSetup& setup) : particles(setup.particles), spacing(setup.spacing) {
        NeighbourGrid grid(RestShape::kSupport * spacing);
        grid.build(particles);
        shape = RestShape(particles.positions(), setup.volume, spacing);
        skin = SurfelSkin(setup.mesh, *setup.surfels, shape);
    }
    void move(const Mat3& J) {
        const Mat3 slope = J - Mat3::Identity();
        QuadArray ways;
        ways.resize(shape.size());
        for (Index i = 0; i < shape.size(); ++i) ways.set(i, slope * (shape.place(i) - centre()), 0.0f);
        const std::vector<Mat3> slopes(static_cast<std::size_t>(shape.size()), slope);
        skin.move({shape.places(), ways, slopes, shape.place(0)}, nullptr);
    }
    Vec3 centre() const {
        Box3 box;
        for (Index i = 0; i < shape.size(); ++i) box.extend(shape.place(i));
        return box.centre();
    }

    ParticleSet particles;
    Real spacing;
    RestShape shape;
    SurfelSkin skin;
};

bool holds(const ParticleSet& shown, Index k, const Vec3& d) {
    const Vec3 t1 = shown.get<Vec3Column>("t1")[k], t2 = shown.get<Vec3Column>("t2")[k], n = cross(t1, t2);
    const Real squared = n.squaredNorm(), a = d.dot(cross(t2, n)) / squared, b = d.dot(cross(n, t1)) / squared;
    return a * a + b * b <= 1.0f;
}

// The share of places of the ball's surface, moved by J, through which a ray along the normal meets no surfel.
double uncovered(const Moved& moved, const Mat3& J) {
    const ParticleSet& shown = moved.skin.shown();
    const auto& radii = shown.get<ScalarColumn>("pscale");
    const Real reach = *std::ranges::max_element(radii.span());
    const RestCells cells(shown.positions(), reach);
    constexpr Index kPlaces = 20000;
    Index open = 0;
    for (Index k = 0; k < kPlaces; ++k) {
        const double z = 1.0 - 2.0 * (k + 0.5) / kPlaces, angle = 2.39996322972865332 * k, r = std::sqrt(1.0 - z * z);
        const Vec3 unit(static_cast<Real>(r * std::cos(angle)), static_cast<Real>(r * std::sin(angle)),
                        static_cast<Real>(z));
        const Vec3 p = moved.centre() + J * (kRadius * unit);
        bool found = false;
        cells.for_each_within(p.cast<double>(), reach,
                              [&](Index s, const Vec3d& to) { found = found || holds(shown, s, -to.cast<Real>()); });
        open += found ? 0 : 1;
    }
    return static_cast<double>(open) / kPlaces;
}

double normal_error(const Moved& moved, const Mat3& J) {
    const ParticleSet& shown = moved.skin.shown();
    const auto& rest = shown.get<Vec3Column>("rest");
    double squares = 0.0;
    for (Index k = 0; k < shown.size(); ++k) {
        const Vec3 exact = (J.inverse().transpose() * (rest[k] - moved.centre())).normalized();
        squares += cross(exact, Vec3(shown.get<Vec3Column>("N")[k])).squaredNorm();
    }
    return kDegrees * std::sqrt(squares / shown.size());
}

// The share of points at which sum A n.r / (4 pi r^3) is farther than 0.03 from 1 inside and 0 outside; all surfels
// have the same share of the area.
double not_closed(const Moved& moved) {
    const ParticleSet& shown = moved.skin.shown();
    const double area = 4.0 * std::numbers::pi * kRadius * kRadius / shown.size();
    const double margin = 1.5 * std::sqrt(area);
    int wrong = 0, all = 0;
    for (int k = 0; k < 400; ++k) {
        const Vec3 at = 0.8f * random_in_cube(11, 0, k);
        if (std::abs(at.norm() - kRadius) < margin) continue;
        double winding = 0.0;
        for (Index s = 0; s < shown.size(); ++s) {
            const Vec3d r = (shown.positions()[s] - moved.centre() - at).cast<double>();
            winding += area * shown.get<Vec3Column>("N")[s].cast<double>().dot(r) / std::pow(r.norm(), 3);
        }
        winding /= 4.0 * std::numbers::pi;
        ++all;
        wrong += std::abs(winding - (at.norm() < kRadius ? 1.0 : 0.0)) > 0.03 ? 1 : 0;
    }
    return static_cast<double>(wrong) / all;
}

void measure_ball(const Run& run, double surfel_spacing, CaseResult& result) {
    Moved ball(ball_setup(run, 0.1, surfel_spacing).solids[0]);
    const auto add = [&](const std::string& name, const std::string& unit, double value, Tolerance tolerance,
                         const char* source) {
        result.measurements.push_back({name, unit, value, 0.0, tolerance, source});
    };
    Mat3 J = Mat3::Identity();
    ball.move(J);
    const Index before = ball.skin.shown().size();
    const std::string name = fmt::format("ball with {} surfels", before);
    add(name + ": share not covered", "1", uncovered(ball, J), absolute(1e-3), "at most 1e-3");
    add(name + ": normals, rms error", "degrees", normal_error(ball, J), absolute(1.0), "2 degrees, by covariances");
    add(name + ": points where the winding is off by 0.03", "1", not_closed(ball), absolute(0.01), "at most 1 %");
    for (const Real stretch : {0.5f, 1.8f, 2.2f, 3.5f}) {
        J = Mat3::Identity();
        J(0, 0) = stretch;
        J(1, 1) = J(2, 2) = 1.0f / std::sqrt(stretch);
        J(0, 1) = 0.1f;
        ball.move(J);
        const std::string drawn = fmt::format("{} drawn out to {}, {} shown", name, stretch, ball.skin.shown().size());
        add(drawn + ": share not covered", "1", uncovered(ball, J), absolute(5e-3), "at most 5e-3 while it splits");
        if (ball.skin.shown().size() == before)
            add(drawn + ": normals, rms error", "degrees", normal_error(ball, J), absolute(2.0), "2 degrees");
    }
    J = Mat3::Identity();
    ball.move(J);
    add(name + ": change of their number when it is let go", "1",
        static_cast<double>(ball.skin.shown().size() - before), absolute(0.0), "it is as it was");
}

}  // namespace

void measure_surfel_skin(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_ball(run, 0.4, result);
    if (options.full) measure_ball(run, 0.15, result);
}

}  // namespace lamella
