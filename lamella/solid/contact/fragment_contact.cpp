#include <lamella/core/parallel.hpp>
#include <lamella/particles/rest_cells.hpp>
#include <lamella/solid/contact/fragment_contact.hpp>
#include <lamella/solid/contact/linear_weights.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kShare = 0.5f;  // of a ball's area for each pair; a ball meets about two
constexpr Index kChunk = 64;

Vec3Column places_of(const Solid& solid, std::span<const Index> particles) {
    Vec3Column places;
    places.resize(static_cast<Index>(particles.size()));
    for (Index k = 0; k < places.size(); ++k) places.set(k, solid.position(particles[k]));
    return places;
}

std::vector<Index> balls_near(const Solid& solid, const Box3& box) {
    std::vector<Index> near;
    const TouchPoints& points = solid.touch_points();
    for (Index o = 0; o < points.owner_count(); ++o)
        if (box.contains(solid.position(points.owner(o)))) near.push_back(points.owner(o));
    return near;
}

Box3 common(const Solid& a, const Solid& b) {
    const Box3 first = a.bounds().padded(a.spacing()), second = b.bounds().padded(b.spacing());
    return {first.min.cwiseMax(second.min), first.max.cwiseMin(second.max)};
}

// A force at p is shared by the particle and its neighbours at rest, or is all its own.
LinearWeights shared_by(const Solid& solid, Index i, const Vec3& p) {
    LinearWeights weights;
    const auto add = [&](Index j, Real kernel) { weights.add(j, (solid.position(j) - p).cast<double>(), kernel); };
    add(i, 1.0f);
    solid.elasticity().shape().for_each_other(i, [&](Index j, Real kernel) {
        if (kernel > 0.0f) add(j, kernel);
    });
    return weights;
}

struct Met {
    Index i, j;
    ContactTable::Row row;
    LinearWeights of_i, of_j;
    bool shared;
    double before;
    double lost;
    bool touches;
};

class FragmentContact {
public:
    FragmentContact(const Solid& a, const Solid& b, double dt, const ContactTable& before)
        : a_(a),
          b_(b),
          law_(ContactLaw::between(a.contact_law(), b.contact_law())),
          touching_(0.5f * (a.spacing() + b.spacing())),
          area_(kShare * std::min(a.spacing(), b.spacing()) * std::min(a.spacing(), b.spacing())),
          dt_(dt),
          before_(before) {}

    std::vector<std::vector<Met>> meet_all() const {
        const Box3 box = common(a_, b_);
        const std::vector<Index> of_a = balls_near(a_, box), of_b = balls_near(b_, box);
        std::vector<std::vector<Met>> chunks;
        if (of_a.empty() || of_b.empty()) return chunks;
        const RestCells cells(places_of(b_, of_b), touching_);
        const auto n = static_cast<Index>(of_a.size());
        chunks.resize(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
        parallel_for(
            "contact of fragments", n,
            [&](Index k) {
                std::vector<Index> others;
                cells.for_each_within(a_.position(of_a[k]).cast<double>(), kFar * touching_,
                                      [&](Index other, const Vec3d&) { others.push_back(of_b[other]); });
                std::ranges::sort(others);
                for (const Index j : others)
                    if (may_touch(of_a[k], j)) meet(of_a[k], j, chunks[k / kChunk]);
            },
            kChunk);
        return chunks;
    }

private:
    static constexpr double kFar = 1.3;       // of the distance where balls touch: those that have just parted are seen
    static constexpr Real kFarAtRest = 4.5f;  // spacings; what was so far apart meets though it is joined

    bool may_touch(Index i, Index j) const {
        if (&a_ != &b_) return true;
        return i < j && (a_.fracture()->apart(i, j) || far_at_rest(i, j));
    }
    bool far_at_rest(Index i, Index j) const {
        return a_.elasticity().shape().between(i, j).norm() > kFarAtRest * touching_;
    }
    // What is joined at rest nearer than a spacing, as matter has flowed since, touches where it was then.
    Real touching_distance(Index i, Index j) const {
        if (&a_ != &b_) return touching_;
        const ElasticityKeiser2006& elasticity = a_.elasticity();
        const Vec3 way = elasticity.shape().between(i, j);
        return std::min({touching_, elasticity.flowed_length(way, i), elasticity.flowed_length(way, j)});
    }

    void meet(Index i, Index j, std::vector<Met>& met) const {
        const Vec3 apart = a_.position(i) - b_.position(j);
        const Real distance = apart.norm(), depth = touching_distance(i, j) - distance;
        const std::int64_t key = static_cast<std::int64_t>(i) * b_.size() + j;
        const ContactTable::Row* before = before_.find(key);
        if ((depth <= 0.0f || distance == 0.0f) && !before) return;
        const ContactMemory then = before ? before->memory : ContactMemory();
        Met now{i, j, {key, 0, {}}, {}, {}, false, then.stored, 0.0, depth > 0.0f && distance > 0.0f};
        const Vec3 middle = 0.5f * (a_.position(i) + b_.position(j));
        now.of_i = shared_by(a_, i, middle);
        now.of_j = shared_by(b_, j, middle);
        now.shared = now.of_i.fit() && now.of_j.fit();
        const Vec3 v = velocity_past(now);
        ContactMemory& memory = now.row.memory;
        if (now.touches) {
            const Touching touching{area_, depth, apart / distance, v};
            memory.spring = then.spring;
            memory.force = contact_force(law_, touching, dt_, now.shared, memory.spring);
            memory.stored = stored_in(law_, touching, memory.spring);
        }
        now.lost = lost_in(then, memory, v, dt_);
        met.push_back(now);
    }

    Vec3 velocity_past(const Met& met) const {
        if (!met.shared) return a_.velocity(met.i) - b_.velocity(met.j);
        const auto of = [](const Solid& solid) {
            return [&solid](Index k) -> Vec3d { return solid.velocity(k).cast<double>(); };
        };
        const Vec3d zero = Vec3d::Zero();
        return (met.of_i.sum(zero, of(a_)) - met.of_j.sum(zero, of(b_))).cast<Real>();
    }

    const Solid& a_;
    const Solid& b_;
    ContactLaw law_;
    Real touching_;
    Real area_;
    double dt_;
    const ContactTable& before_;
};

void push(Solid& solid, Index i, const LinearWeights& weights, bool shared, const Vec3& force) {
    if (!shared) return solid.push(i, force);
    for (Index k = 0; k < weights.count(); ++k)
        solid.push(weights.particle(k), static_cast<Real>(weights.weight(k)) * force);
}

}  // namespace

ContactResult push_balls_apart(Solid& a, Solid& b, double dt, const ContactTable& before) {
    ContactResult result;
    result.lost = before.stored();
    for (const auto& chunk : FragmentContact(a, b, dt, before).meet_all())
        for (const Met& met : chunk) {
            result.lost += met.lost - met.before;
            if (!met.touches) continue;
            result.rows.push_back(met.row);
            push(a, met.i, met.of_i, met.shared, met.row.memory.force);
            push(b, met.j, met.of_j, met.shared, -met.row.memory.force);
        }
    return result;
}

}  // namespace lamella
