#include <lamella/core/parallel.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/skinned/harmonic_extension.hpp>

namespace lamella {
namespace {

constexpr double kTolerance = 1e-4;  // weights of skins are shares that somebody painted
constexpr Index kMostIterations = 1000;

}  // namespace

HarmonicExtension::HarmonicExtension(const TetMesh& mesh, std::span<const std::uint8_t> given) {
    std::vector<Index> number(mesh.positions.size(), -1);
    for (Index n = 0; n < mesh.node_count(); ++n)
        if (given[n] == 0) {
            number[n] = static_cast<Index>(nodes_.size());
            nodes_.push_back(n);
        }
    const TetEdges edges = tet_edges(mesh);
    starts_.assign(nodes_.size() + 1, 0);
    for (const auto& ends : edges.ends)
        for (const Index n : ends)
            if (number[n] >= 0) ++starts_[number[n] + 1];
    for (std::size_t k = 0; k < nodes_.size(); ++k) starts_[k + 1] += starts_[k];
    others_.resize(static_cast<std::size_t>(starts_.back()));
    std::vector<Index> next(starts_.begin(), starts_.end() - 1);
    for (const auto& ends : edges.ends)
        for (std::size_t e = 0; e < 2; ++e)
            if (const Index k = number[ends[e]]; k >= 0) {
                const Index other = ends[1 - e];
                others_[next[k]++] = number[other] >= 0 ? number[other] : ~other;
            }
}

void HarmonicExtension::apply(std::span<const double> x, std::span<double> y) const {
    parallel_for("harmonic weights", static_cast<Index>(nodes_.size()), [&](Index k) {
        double sum = (starts_[k + 1] - starts_[k]) * x[k];
        for (Index e = starts_[k]; e < starts_[k + 1]; ++e)
            if (others_[e] >= 0) sum -= x[others_[e]];
        y[k] = sum;
    });
}

ConjugateGradientResult HarmonicExtension::solve(std::span<double> values) {
    std::vector<double> x(nodes_.size()), b(nodes_.size(), 0.0);
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        x[k] = values[nodes_[k]];
        for (Index e = starts_[k]; e < starts_[k + 1]; ++e)
            if (others_[e] < 0) b[k] += values[~others_[e]];
    }
    const auto A = [&](std::span<const double> from, std::span<double> to) { apply(from, to); };
    const auto by_diagonal = [&](std::span<const double> r, std::span<double> z) {
        for (std::size_t k = 0; k < r.size(); ++k) z[k] = r[k] / (starts_[k + 1] - starts_[k]);
    };
    const ConjugateGradientResult result =
        solver_.solve(A, by_diagonal, std::span<const double>(b), std::span<double>(x), kTolerance, kMostIterations);
    for (std::size_t k = 0; k < nodes_.size(); ++k) values[nodes_[k]] = x[k];
    return result;
}

}  // namespace lamella
