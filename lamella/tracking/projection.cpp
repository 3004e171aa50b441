#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/tracking/projection.hpp>
#include <lamella/tracking/remesh/select_elements.hpp>
#include <lamella/tracking/vertex_normal.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamella {
namespace {

constexpr int kGradients = 2;  // lines along phi's gradient, which turns where phi is flat

// Newton's, for a place that is all but on the surface; its sample is there already, so it costs nothing.
Vec3 last_step(const LevelSample& sample) { return -sample.value / sample.gradient.squaredNorm() * sample.gradient; }

bool is_on_surface(const LevelSample& sample, const ProjectionSettings& settings) {
    const Real slope = sample.gradient.norm();
    return slope > 0.0f && std::abs(sample.value) <= settings.tolerance * settings.spacing * slope;
}

Vec3 downhill(const LevelSample& sample) { return -sample.gradient.normalized(); }

// Whether -grad phi is within 60 degrees of the normal.
bool looks_down(const Vec3& normal, const LevelSample& sample) {
    const Real slope = sample.gradient.norm();
    return slope > 0.0f && !(-sample.gradient.dot(normal) <= 0.5f * slope);
}

// One vertex on its way: g(t) = s phi(start + t line), s the sign of phi at the start, so g(0) > 0 and g falls.
class Search {
public:
    enum class Result { going, found, failed };

    Search() = default;
    Search(Index vertex, const Vec3& start, const Vec3& outward, const LevelSample& at_start,
           const ProjectionSettings& settings)
        : vertex_(vertex),
          start_(start),
          sign_(at_start.value > 0.0f ? 1.0f : -1.0f),
          low_g_(std::abs(at_start.value)) {
        line_ = sign_ * outward;
        best_g_ = low_g_;
        next_t_ = guess(at_start.gradient.norm(), 1.0f, settings);
    }

    Index vertex() const { return vertex_; }
    const Vec3& start() const { return start_; }
    Vec3 place() const { return start_ + next_t_ * line_ + last_step_; }

    // What phi is at place().
    Result take(const LevelSample& sample, const ProjectionSettings& settings) {
        const Real g = sign_ * sample.value;
        if (is_on_surface(sample, settings)) {
            last_step_ = last_step(sample);
            return Result::found;
        }
        if (std::abs(g) < best_g_) {
            best_g_ = std::abs(g);
            best_t_ = next_t_;
        }
        return bracketed_ || g < 0.0f ? narrow(g, settings) : reach_out(g, sample.gradient.norm(), settings);
    }

    // Where a search ends that has a bracket but no more steps, or that has failed.
    Vec3 best_place(Real farthest) const { return start_ + std::min(best_t_, farthest) * line_; }

private:
    Real guess(Real slope, Real times, const ProjectionSettings& settings) const {
        const Real near = settings.near * settings.spacing;
        return slope > 0.0f ? std::min(low_t_ + times * low_g_ / slope, near) : near;
    }

    Result reach_out(Real g, Real slope, const ProjectionSettings& settings) {
        const Real near = settings.near * settings.spacing, far = settings.far * settings.spacing;
        if (next_t_ >= far) return Result::failed;
        low_t_ = next_t_;
        low_g_ = g;
        if (low_t_ >= near)
            next_t_ = far;
        else
            next_t_ = std::exchange(doubled_, true) ? near : guess(slope, 2.0f, settings);
        return Result::going;
    }

    // Halves the value at an end that has stayed twice.
    Result narrow(Real g, const ProjectionSettings& settings) {
        if (g < 0.0f) {
            if (bracketed_ && side_ < 0) low_g_ *= 0.5f;
            high_t_ = next_t_;
            high_g_ = g;
            side_ = -1;
        } else {
            if (side_ > 0) high_g_ *= 0.5f;
            low_t_ = next_t_;
            low_g_ = g;
            side_ = 1;
        }
        bracketed_ = true;
        if (steps_++ >= settings.steps) {
            next_t_ = best_t_;
            return Result::found;
        }
        next_t_ = low_t_ + (high_t_ - low_t_) * low_g_ / (low_g_ - high_g_);
        return Result::going;
    }

    Index vertex_ = -1;
    Vec3 start_ = Vec3::Zero();
    Vec3 line_ = Vec3::Zero();
    Vec3 last_step_ = Vec3::Zero();
    Real sign_ = 1.0f;
    Real low_t_ = 0.0f, low_g_ = 0.0f;
    Real high_t_ = 0.0f, high_g_ = 0.0f;
    Real best_t_ = 0.0f, best_g_ = 0.0f;
    Real next_t_ = 0.0f;
    int steps_ = 0;
    int side_ = 0;
    bool bracketed_ = false;
    bool doubled_ = false;
};

class Projection {
public:
    Projection(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& settings)
        : mesh_(mesh), phi_(phi), settings_(settings) {}

    ProjectionReport of(std::span<const Index> vertices) {
        start(vertices);
        search();
        for (int k = 0; settings_.of_patch && k < kGradients; ++k) search_along_gradients();
        std::ranges::sort(report_.failed, {}, &FailedVertex::vertex);
        return std::move(report_);
    }

private:
    template <class Place>
    void evaluate(Place&& place, Index count) {
        points_.resize(static_cast<std::size_t>(count));
        samples_.resize(static_cast<std::size_t>(count));
        results_.resize(static_cast<std::size_t>(count));
        parallel_for("places", count, [&](Index k) { points_[k] = place(k); });
        phi_.evaluate(points_, samples_);
        report_.evaluations += count;
    }

    void start(std::span<const Index> vertices) {
        report_.vertices = static_cast<Index>(vertices.size());
        evaluate([&](Index k) { return mesh_.positions[vertices[k]]; }, report_.vertices);
        parallel_for("vertices on the surface", report_.vertices, [&](Index k) {
            if (is_on_surface(samples_[k], settings_)) mesh_.positions[vertices[k]] += last_step(samples_[k]);
        });
        const std::vector<Index> off = select_elements("vertices off the surface", report_.vertices,
                                                       [&](Index k) { return !is_on_surface(samples_[k], settings_); });
        searches_.resize(off.size());
        parallel_for("lines of vertices", static_cast<Index>(off.size()), [&](Index k) {
            const Index v = vertices[off[k]];
            const LevelSample& sample = samples_[off[k]];
            const Vec3 normal = vertex_normal(mesh_, v);
            const Vec3 outward = looks_down(normal, sample) ? downhill(sample) : normal;
            searches_[k] = Search(v, mesh_.positions[v], outward, sample, settings_);
        });
    }

    void search() {
        while (!searches_.empty()) {
            evaluate([&](Index k) { return searches_[k].place(); }, static_cast<Index>(searches_.size()));
            parallel_for("take samples", static_cast<Index>(searches_.size()),
                         [&](Index k) { results_[k] = searches_[k].take(samples_[k], settings_); });
            finish_round();
        }
    }

    // Those that have failed, from where |phi| was least.
    void search_along_gradients() {
        const std::vector<FailedVertex> failed = std::exchange(report_.failed, {});
        evaluate([&](Index k) { return failed[k].after; }, static_cast<Index>(failed.size()));
        for (std::size_t k = 0; k < failed.size(); ++k)
            if (samples_[k].gradient.squaredNorm() > 0.0f)
                searches_.emplace_back(failed[k].vertex, failed[k].after, downhill(samples_[k]), samples_[k],
                                       settings_);
            else
                report_.failed.push_back(failed[k]);
        search();
    }

    void finish_round() {
        std::size_t going = 0;
        for (std::size_t k = 0; k < searches_.size(); ++k) {
            const Search& search = searches_[k];
            if (results_[k] == Search::Result::going) {
                searches_[going++] = search;
                continue;
            }
            const bool failed = results_[k] == Search::Result::failed;
            const Vec3 place = failed ? search.best_place(settings_.failed_move * settings_.spacing) : search.place();
            if (failed) report_.failed.push_back({search.vertex(), search.start(), place});
            report_.largest_move = std::max(report_.largest_move, (place - search.start()).norm());
            mesh_.positions[search.vertex()] = place;
        }
        searches_.resize(going);
    }

    ConnectedMesh& mesh_;
    const LevelField& phi_;
    const ProjectionSettings& settings_;
    ProjectionReport report_;
    std::vector<Search> searches_;
    std::vector<Vec3> points_;
    std::vector<LevelSample> samples_;
    std::vector<Search::Result> results_;
};

}  // namespace

ProjectionReport project(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& settings) {
    const std::vector<Index> all =
        select_elements("vertices with faces", mesh.vertex_slots(), [&](Index v) { return mesh.outgoing(v) >= 0; });
    return project(mesh, phi, settings, all);
}

ProjectionReport project(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& settings,
                         std::span<const Index> vertices) {
    const ProfileScope scope("project");
    return Projection(mesh, phi, settings).of(vertices);
}

}  // namespace lamella
