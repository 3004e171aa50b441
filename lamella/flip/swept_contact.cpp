#include <lamella/core/profile.hpp>
#include <lamella/flip/contact_sweep.hpp>
#include <lamella/flip/swept_contact.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kTouch = 0.3f;   // of the least distance: nearer than this the way ends
constexpr Real kMargin = 0.2f;  // that is kept at least on the way
constexpr int kBends = 4;       // of a way along walls
constexpr int kSteps = 200;     // along one straight way

// The way of one particle past one body.
class Way {
public:
    Way(const Body& body, const BodyState& now, Real least) : body_(body), now_(now), least_(least) {}

    // Whether the body can be met at all on the way.
    bool near(const Vec3& from, const Vec3& to) const { return distance(from) < (to - from).norm() + least_; }

    // From a place outside of the body; the end and the velocity change where it is met.
    bool follow(Vec3 from, Vec3& to, Vec3& v) const {
        bool touched = false;
        if (const Real d = distance(from); d < 0.5f * least_) from += (least_ - d) * normal(from);
        for (int bend = 0; bend < kBends; ++bend) {
            Vec3 at = to;
            if (!meets(from, to, at)) return leave(to, v) || touched;
            const Vec3 n = normal(at);
            touched = true;
            slow(n, at, v);
            const Vec3 rest = to - at;
            from = at + (least_ - distance(at)) * n;
            if (distance(from) < kTouch * least_) from = at;  // in a narrow corner
            to = from + (rest - std::min(rest.dot(n), 0.0f) * n);
        }
        to = from;
        return true;
    }

private:
    Real distance(const Vec3& p) const { return body_.distance(now_, p); }
    Vec3 normal(const Vec3& p) const {
        Vec3 gradient;
        for (int a = 0; a < 3; ++a) {
            const Vec3 step = kMargin * least_ * Vec3::Unit(a);
            gradient[a] = distance(p + step) - distance(p - step);
        }
        return gradient.stableNormalized();
    }
    // Sphere tracing: no step is longer than what is sure to be free.
    bool meets(const Vec3& from, const Vec3& to, Vec3& at) const {
        const Real length = (to - from).norm();
        if (!(length > 0.0f)) return false;
        const Vec3 direction = (to - from) / length;
        Real s = 0.0f;
        for (int step = 0; step < kSteps; ++step) {
            at = from + s * direction;
            const Real d = distance(at);
            if (d < kTouch * least_) return true;
            s += std::max(d - kMargin * least_, (kTouch - kMargin) * least_);
            if (s >= length) return false;
        }
        return true;
    }
    void slow(const Vec3& n, const Vec3& at, Vec3& v) const {
        const Vec3 wall = Body::velocity(now_, body_.periodic.any() ? body_.image(now_, at) : at);
        v -= std::min((v - wall).dot(n), 0.0f) * n;
    }
    // The end of the way is not too near.
    bool leave(Vec3& to, Vec3& v) const {
        const Real d = distance(to);
        if (d >= least_) return false;
        const Vec3 n = normal(to);
        slow(n, to, v);
        to += (least_ - d) * n;
        return true;
    }

    const Body& body_;
    const BodyState& now_;
    Real least_;
};

// Where a body has carried what was at p.
Vec3 carried(const BodyState& before, const BodyState& now, double dt, const Vec3& p) {
    if (now.bent) return p + static_cast<Real>(dt) * now.bent->velocity(p);
    return now.pose.apply(before.pose.apply_inverse(p));
}

}  // namespace

PlacesBefore::PlacesBefore(const SolidGrid& solids, const ParticleSet& particles, const PeriodicBox& periodic)
    : periodic_(periodic) {
    if (solids.thin_walls().none() || particles.size() == 0) return;
    x_ = particles.positions();
    const auto& id = particles.get<IndexColumn>("id");
    rows_.assign(static_cast<std::size_t>(*std::ranges::max_element(id.span())) + 1, -1);
    for (Index i = 0; i < id.size(); ++i) rows_[static_cast<std::size_t>(id[i])] = i;
}

Index stop_at_thin_walls(const ParticleTiles& tiles, const SolidGrid& solids, const BodyStates& before,
                         const PlacesBefore& places, Real least, ParticleSet& particles) {
    if (solids.thin_walls().none()) return 0;
    const ProfileScope scope("thin wall contacts");
    const std::vector<std::size_t> thin = solids.thin_walls().bodies();
    const BodyStates& now = solids.states();
    const auto& id = particles.get<IndexColumn>("id");
    return sweep_contacts("thin wall contacts", tiles, particles, [&](Index, const auto& each) {
        each([&](Index i, Vec3& to, Vec3& velocity) {
            bool touched = false;
            for (const std::size_t b : thin) {
                const Vec3 from = carried(before.of[b], now.of[b], now.time - before.time, places.of(id[i], to));
                const Way way(solids.bodies()[b], now.of[b], least);
                if (way.near(from, to)) touched |= way.follow(from, to, velocity);
            }
            return touched;
        });
    });
}

}  // namespace lamella
