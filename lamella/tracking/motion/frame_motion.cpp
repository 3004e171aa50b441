#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/tracking/motion/frame_motion.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

// Rows by their ids; empty where there are none or one is there twice.
std::vector<std::pair<Index, Index>> rows_by_id(const ParticleSet& particles) {
    const auto* id = particles.find<IndexColumn>("id");
    std::vector<std::pair<Index, Index>> rows;
    if (!id) return rows;
    rows.reserve(static_cast<std::size_t>(id->size()));
    for (Index i = 0; i < id->size(); ++i) rows.emplace_back((*id)[i], i);
    std::sort(rows.begin(), rows.end());
    const auto twice =
        std::adjacent_find(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice != rows.end()) rows.clear();
    return rows;
}

// Calls f(row in the first, row in the second) in the order of the ids, -1 where one of them has none.
template <class F>
void for_each_match(const ParticleSet& first, const ParticleSet& second, F&& f) {
    const auto a = rows_by_id(first), b = rows_by_id(second);
    if (a.empty() || b.empty()) {
        for (Index i = 0; i < first.size(); ++i) f(i, -1);
        for (Index i = 0; i < second.size(); ++i) f(-1, i);
        return;
    }
    for (std::size_t i = 0, k = 0; i < a.size() || k < b.size();) {
        const bool of_first = i < a.size() && (k == b.size() || a[i].first <= b[k].first);
        const bool of_second = k < b.size() && (i == a.size() || b[k].first <= a[i].first);
        f(of_first ? a[i].second : -1, of_second ? b[k].second : -1);
        i += of_first ? 1 : 0;
        k += of_second ? 1 : 0;
    }
}

}  // namespace

FrameMotion::FrameMotion(const ParticleSet& first, const ParticleSet& second, double seconds, Real spacing) {
    const ParticleSet* frames[2] = {&first, &second};
    for (int k = 0; k < 2; ++k) {
        x_[k] = frames[k]->positions();
        const Vec3 shift = (frames[k]->origin - first.origin).cast<Real>();
        if (shift != Vec3::Zero())
            for (Index i = 0; i < x_[k].size(); ++i) x_[k].set(i, x_[k][i] + shift);
        const auto* v = frames[k]->find<Vec3Column>("v");
        if (!v && !frames[k]->has("id") && frames[k]->size() > 0)
            throw InputError(
                "the particles have neither velocities (v) nor ids (id); a surface that is tracked needs "
                "one of them to know where its vertices go");
        if (!v) continue;
        v_[k] = *v;
        for (Index i = 0; i < v->size(); ++i) v_[k]->set(i, static_cast<Real>(seconds) * (*v)[i]);
    }
    match(first, second, spacing);
    for (int k = 0; k < 2; ++k) {
        x_[k] = {};
        v_[k].reset();
    }
}

void FrameMotion::match(const ParticleSet& first, const ParticleSet& second, Real spacing) {
    constexpr Real kFarthest = 2.0f;  // spacings from where the velocities lead, and half of that way
    const auto jumps = [&](Index a, Index b) {
        if (!v_[0] || !v_[1]) return false;
        const Vec3 expected = 0.5f * ((*v_[0])[a] + (*v_[1])[b]);
        return (x_[1][b] - x_[0][a] - expected).norm() > kFarthest * spacing + 0.5f * expected.norm();
    };
    for_each_match(first, second, [&](Index a, Index b) {
        if (a >= 0 && b >= 0 && jumps(a, b)) {
            add(a, -1);
            add(-1, b);
        } else {
            add(a, b);
        }
    });
}

void FrameMotion::add(Index first, Index second) {
    Path path;
    if (first >= 0 && second >= 0) {
        path.start = x_[0][first];
        path.end = x_[1][second];
        const Vec3 straight = path.end - path.start;
        path.start_velocity = v_[0] ? (*v_[0])[first] : straight;
        path.end_velocity = v_[1] ? (*v_[1])[second] : straight;
    } else {
        const int k = first >= 0 ? 0 : 1;
        const Index row = first >= 0 ? first : second;
        const Vec3 v = v_[k] ? (*v_[k])[row] : Vec3(Vec3::Zero());
        path.start = x_[k][row] - static_cast<Real>(k) * v;
        path.end = x_[k][row] + static_cast<Real>(1 - k) * v;
        path.start_velocity = path.end_velocity = v;
    }
    tracks_.push_back({first, second});
    paths_.push_back(path);
}

Vec3Column FrameMotion::places(Real s) const {
    // The cubic of Hermite.
    const Real of_end = s * s * (3.0f - 2.0f * s);
    const Real of_start_velocity = s * (1.0f - s) * (1.0f - s), of_end_velocity = s * s * (s - 1.0f);
    Vec3Column places;
    places.resize(size());
    parallel_for("particles between frames", size(), [&](Index i) {
        const Path& p = paths_[static_cast<std::size_t>(i)];
        const Vec3 move =
            of_end * (p.end - p.start) + of_start_velocity * p.start_velocity + of_end_velocity * p.end_velocity;
        places.set(i, s >= 1.0f ? p.end : Vec3(p.start + move));
    });
    return places;
}

Real FrameMotion::largest_own_move() const {
    // The straight move and what the velocities at both ends say, one below the other.
    using Moves = Eigen::Matrix<double, 9, 1>;
    const auto moves = [&](Index i) {
        const Path& p = paths_[static_cast<std::size_t>(i)];
        Moves all;
        all << (p.end - p.start).cast<double>(), p.start_velocity.cast<double>(), p.end_velocity.cast<double>();
        return all;
    };
    const Moves none = Moves::Zero();
    const Moves mean = parallel_sum("mean move", size(), moves, none) / std::max(size(), Index{1});
    return parallel_max(
        "largest move", size(), [&](Index i) { return static_cast<Real>((moves(i) - mean).cwiseAbs().maxCoeff()); },
        0.0f);
}

std::optional<double> seconds_between(const ParticleSet& first, const ParticleSet& second) {
    const auto *v0 = first.find<Vec3Column>("v"), *v1 = second.find<Vec3Column>("v");
    if (!v0 || !v1 || !first.has("id") || !second.has("id")) return {};
    std::vector<double> along, squares;
    for_each_match(first, second, [&](Index a, Index b) {
        if (a < 0 || b < 0) return;
        const Vec3d v = 0.5 * ((*v0)[a] + (*v1)[b]).cast<double>();
        const Vec3d move = (second.positions()[b] - first.positions()[a]).cast<double>() + second.origin - first.origin;
        along.push_back(move.dot(v));
        squares.push_back(v.squaredNorm());
    });
    const auto n = static_cast<Index>(along.size());
    const double square = parallel_sum("seconds", n, [&](Index i) { return squares[static_cast<std::size_t>(i)]; });
    const double total = parallel_sum("seconds", n, [&](Index i) { return along[static_cast<std::size_t>(i)]; });
    if (!(square > 0.0) || !(total > 0.0)) return {};
    return total / square;
}

}  // namespace lamella
