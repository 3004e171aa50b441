#include <lamella/core/parallel.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/wet_pressure.hpp>

namespace lamella {

ConjugateGradientResult WetPressure::project(const MeshStep& step, WaterCells& water, const FurCells* fur) {
    fur_ = fur;
    find_rows(step, water);
    const auto n = static_cast<Index>(cells_.size());
    std::vector<double> b(cells_.size());
    parallel_for("outflow of cells", n, [&](Index i) { b[i] = -outflow(step, water, i) / step.dt; });
    pressure_.assign(cells_.size(), 0.0);
    const auto A = [&](std::span<const double> p, std::span<double> y) {
        parallel_for("pressure", n, [&](Index i) {
            const Row& row = table_[i];
            double sum = row.diagonal * p[i];
            for (std::size_t k = 0; k < 4; ++k)
                if (row.sides[k] == Side::wet) sum -= row.weights[k] * p[row.others[k]];
            y[i] = sum;
        });
    };
    const auto by_diagonal = [&](std::span<const double> r, std::span<double> z) {
        parallel_for("diagonal", n, [&](Index i) { z[i] = r[i] / table_[i].diagonal; });
    };
    const ConjugateGradientResult result = solver_.solve(A, by_diagonal, std::span<const double>(b),
                                                         std::span<double>(pressure_), kTolerance, kMostIterations);
    push(step, water);
    return result;
}

void WetPressure::find_rows(const MeshStep& step, const WaterCells& water) {
    for (const Index cell : cells_) rows_[cell] = -1;
    cells_.clear();
    std::vector<std::uint8_t> full(water.wet.size());
    parallel_for("wet cells", static_cast<Index>(full.size()), [&](Index k) {
        const auto room = static_cast<double>(capacity_of(step, water.wet[k]));
        full[k] = room > 0.0 && static_cast<double>(water.amounts[water.wet[k]].volume) > kWet * room ? 1 : 0;
    });
    for (std::size_t k = 0; k < full.size(); ++k)
        if (full[k] != 0) {
            rows_[water.wet[k]] = static_cast<Index>(cells_.size());
            cells_.push_back(water.wet[k]);
        }
    table_.resize(cells_.size());
    parallel_for("faces of wet cells", static_cast<Index>(cells_.size()),
                 [&](Index i) { table_[i] = row_of(step, cells_[i]); });
}

WetPressure::Row WetPressure::row_of(const MeshStep& step, Index cell) const {
    const SkinnedTets& mesh = step.mesh;
    const Vec4i& t = mesh.tets[cell];
    const Vec3 middle = middle_of(t, step.after);
    Row row;
    row.volume = TetFrame::of(t, step.after).volume;
    for (int k = 0; k < 4; ++k) {
        const Vec3i f = face_of(t, k);
        const Vec3& a = step.after[f[0]];
        row.areas[k] = 0.5f * cross(Vec3(step.after[f[1]] - a), Vec3(step.after[f[2]] - a));
        const Index next = mesh.neighbours[cell][k];
        const Real inside = mesh.node_distances[f[0]] + mesh.node_distances[f[1]] + mesh.node_distances[f[2]];
        const bool closed = inside < 0.0f || (next >= 0 && mesh.solid(next));
        const bool wet = !closed && next >= 0 && rows_[next] >= 0;
        row.sides[k] = closed ? Side::closed : wet ? Side::wet : Side::dry;
        if (closed) continue;
        const Vec3 reach = wet ? Vec3(middle_of(mesh.tets[next], step.after) - middle) : Vec3(2.0f * (a - middle));
        // A / d = A^2 / (A N . reach); a folded face counts as one where the middles are level.
        const double area = static_cast<double>(row.areas[k].squaredNorm());
        const double least = 1e-2 * std::sqrt(area) * mesh.cell;
        row.weights[k] = area / std::max(std::abs(static_cast<double>(row.areas[k].dot(reach))), least);
        if (wet) row.others[k] = rows_[next];
    }
    if (fur_) pass_through_fur(step, cell, row);
    for (const double weight : row.weights) row.diagonal += weight;
    if (!(row.diagonal > 0.0)) row.diagonal = mesh.cell;  // closed all around
    return row;
}

void WetPressure::pass_through_fur(const MeshStep& step, Index cell, Row& row) const {
    const auto passes = [&](Index of, const Vec3& n) {
        return fur_->has(of) ? n.dot(fur_->slowed(step, of) * n) : n.squaredNorm();
    };
    for (int k = 0; k < 4; ++k) {
        const Index next = row.sides[k] == Side::wet ? step.mesh.neighbours[cell][k] : cell;
        const Vec3 n = row.areas[k].stableNormalized();
        row.pores[k] = 0.5f * (step.mesh.pore(cell) + step.mesh.pore(next));
        row.weights[k] *=
            static_cast<double>(row.pores[k]) * 0.5 * static_cast<double>(passes(cell, n) + passes(next, n));
    }
}

double WetPressure::outflow(const MeshStep& step, const WaterCells& water, Index i) const {
    const Row& row = table_[i];
    const Vec3 here = water.amounts[cells_[i]].velocity();
    double sum = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
        Vec3 u = here;
        if (row.sides[k] == Side::wet) u = 0.5f * (u + water.amounts[cells_[row.others[k]]].velocity());
        if (row.sides[k] == Side::closed) u = step.velocity(cells_[i]);
        if (fur_) u = row.pores[k] * (u - step.velocity(cells_[i]));
        sum += static_cast<double>(row.areas[k].dot(u));
    }
    return sum;
}

void WetPressure::push(const MeshStep& step, WaterCells& water) const {
    parallel_for("push by pressure", static_cast<Index>(cells_.size()), [&](Index i) {
        const Row& row = table_[i];
        Vec3d force = Vec3d::Zero();
        for (std::size_t k = 0; k < 4; ++k) {
            double p = 0.0;
            if (row.sides[k] == Side::wet) p = 0.5 * (pressure_[i] + pressure_[row.others[k]]);
            if (row.sides[k] == Side::closed) p = pressure_[i];
            force -= p * row.areas[k].cast<double>();
        }
        if (fur_ && fur_->has(cells_[i])) force = fur_->slowed(step, cells_[i]).cast<double>() * force;
        water.amounts[cells_[i]].accelerate(step.dt / row.volume * force);
    });
}

std::size_t WetPressure::memory_bytes() const {
    return (rows_.capacity() + cells_.capacity()) * sizeof(Index) + table_.capacity() * sizeof(Row) +
           pressure_.capacity() * sizeof(double) + solver_.memory_bytes();
}

}  // namespace lamella
