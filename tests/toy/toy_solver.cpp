#include "toy_solver.hpp"

#include <cmath>

namespace lamella {
namespace {

constexpr std::int64_t kRefused = 7;
constexpr Real kSize = 0.05f;

Index size_at(std::int64_t steps) { return 2 + static_cast<Index>(steps / 5 % 9); }

ParticleSet ring_of_surfels(const Vec3& place, Index n) {
    ParticleSet points;
    points.resize(n);
    auto& x = points.add<Vec3Column>("P");
    auto& normal = points.add<Vec3Column>("N");
    auto& radius = points.add<ScalarColumn>("pscale");
    for (Index i = 0; i < n; ++i) {
        const Real angle = 6.2831853f * static_cast<Real>(i) / static_cast<Real>(n);
        normal.set(i, Vec3(std::cos(angle), 0.0f, std::sin(angle)));
        x.set(i, place + kSize * normal[i]);
        radius[i] = 0.2f * kSize;
    }
    return points;
}

// A fan of n triangles around one point.
TriangleMesh fan(const Vec3& place, Index n) {
    TriangleMesh mesh;
    mesh.positions.push_back(place);
    for (Index i = 0; i <= n; ++i) {
        const Real angle = static_cast<Real>(i) / static_cast<Real>(n);
        mesh.positions.push_back(place + kSize * Vec3(std::cos(angle), 0.0f, std::sin(angle)));
        if (i > 0) mesh.triangles.emplace_back(0, i + 1, i);
    }
    return mesh;
}

// A column of n tetrahedra, with their heights as cell column.
TetMesh column_of_tets(const Vec3& place, Index n) {
    TetMesh mesh;
    mesh.cells.resize(n);
    auto& height = mesh.cells.add<ScalarColumn>("height");
    for (Index i = 0; i < n; ++i) {
        const Vec3 low = place + Vec3(0.0f, kSize * static_cast<Real>(i), 0.0f);
        const Index first = mesh.node_count();
        for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0, 1, 0)})
            mesh.positions.push_back(low + kSize * corner);
        mesh.tets.emplace_back(first, first + 2, first + 1, first + 3);
        height[i] = low.y();
    }
    mesh.nodes.resize(mesh.node_count());
    return mesh;
}

Strands tuft(const Vec3& place, Index n) {
    Strands strands;
    strands.points.resize(4 * n);
    auto& x = strands.points.add<Vec3Column>("P");
    auto& radius = strands.points.add<ScalarColumn>("pscale");
    for (Index s = 0; s < n; ++s) {
        for (Index k = 0; k < 4; ++k) {
            x.set(4 * s + k, place + 0.3f * kSize * Vec3(static_cast<Real>(s), static_cast<Real>(k), 0.0f));
            radius[4 * s + k] = 0.05f * kSize;
        }
        strands.first.push_back(4 * (s + 1));
    }
    return strands;
}

std::vector<Vec3i> row_of_tiles(Index n) {
    std::vector<Vec3i> tiles;
    for (Index k = 0; k < n; ++k) tiles.emplace_back(k, 0, 0);
    return tiles;
}

}  // namespace

ToySolver::ToySolver(const ToySetup& setup) : setup_(setup) {
    report_.counts["grown"] = 0;
    grow();
}

// Everything is made anew from its old place, so that a state that was not given back shows.
void ToySolver::grow() {
    const Index n = size_at(steps_);
    skin_ = ring_of_surfels(setup_.place, n);
    mesh_ = fan(setup_.place + Vec3(3.0f * kSize, 0, 0), n);
    tets_ = column_of_tets(setup_.place + Vec3(6.0f * kSize, 0, 0), n);
    hair_ = tuft(setup_.place + Vec3(9.0f * kSize, 0, 0), n);
    const TileSet before = tiles_;
    tiles_ = TileSet(row_of_tiles(n));
    TileField<float> depth(tiles_, -1.0f);
    for (Index t = 0; t < std::min(before.count(), tiles_.count()); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const auto at = static_cast<std::size_t>(c);
            depth.tile(t)[at] = depth_.tile(t)[at] * 0.5f + static_cast<float>(steps_);
        }
    depth_ = std::move(depth);
    ++report_.counts["grown"];
}

StepOutcome ToySolver::try_step(const Step& step) {
    const bool whole = world_step_ > 3.0 * setup_.longest_step;
    if (world_steps_ % kRefused == 0 && whole && sub_steps_ == 1) return StepOutcome::shorter;
    ++sub_steps_;
    velocity_ += step.dt * (setup_.gravity + force_ / setup_.mass);
    moved_ += step.dt * velocity_;
    time_ += step.dt;
    ++steps_;
    if (size_at(steps_) != size_at(steps_ - 1)) grow();
    report_.note_step(step.dt);
    return StepOutcome::done;
}

void ToySolver::reach_frame(double time, const BodyStates&) { time_ = time; }

void ToySolver::place_bodies(BodyStates& states) const {
    BodyState& state = states.of[static_cast<std::size_t>(setup_.body)];
    state.pose.translation = (moved_ + (states.time - time_) * velocity_).cast<Real>();
    state.drift = velocity_;
}

void ToySolver::push_bodies(const BodyLoads& loads, double dt) {
    const Vec3d& impulse = loads.on[static_cast<std::size_t>(setup_.body)].impulse;
    force_ = impulse / dt;
    pushed_ += impulse;
    ++world_steps_;
    sub_steps_ = 0;
    world_step_ = dt;
}

std::vector<FramePart> ToySolver::frame_parts() const {
    SparseGrid depth(Vec3d::Zero(), kSize, 1.0f, row_of_tiles(tiles_.count()));
    for (Index b = 0; b < depth.block_count(); ++b) {
        const auto from = depth_.tile(b);
        std::copy(from.begin(), from.end(), depth.values(b).begin());
    }
    return {{"toy_skin", Surfels{skin_}},
            {"toy_fan", MeshPart{mesh_}},
            {"toy_column", TetPart{tets_}},
            {"toy_tuft", StrandPart{hair_}},
            {"toy_depth", LevelSetPart{std::move(depth)}}};
}

std::map<std::string, Balance> ToySolver::balances(const Vec3d&) const {
    Balance balance;
    balance.mass = setup_.mass;
    balance.momentum = setup_.mass * velocity_;
    balance.kinetic_energy = 0.5 * setup_.mass * velocity_.squaredNorm();
    balance.potential_energy = -setup_.mass * setup_.gravity.dot(moved_);
    return {{"toy", balance}};
}

}  // namespace lamella
