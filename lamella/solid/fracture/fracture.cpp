#include <lamella/solid/fracture/crack_starts.hpp>
#include <lamella/solid/fracture/fracture.hpp>
#include <lamella/solid/fracture/notches.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr std::int64_t kSearchEvery = 4;  // steps, in which sound goes 2.4 spacings
constexpr Real kLeastStrength = 0.05f;    // of ductile matter that has flowed
constexpr double kCrackDistance = 3.0;    // spacings, where a scene says nothing

PairRows rows_of(const RestShape& shape) {
    PairRows rows;
    for (Index i = 0; i < shape.size(); ++i) {
        shape.for_each_other(i, [&](Index j, Real) {
            if (j > i) rows.others.push_back(j);
        });
        rows.begins.push_back(static_cast<Index>(rows.others.size()));
    }
    return rows;
}

Vec3Column places_of(const RestShape& shape) {
    Vec3Column places;
    places.resize(shape.size());
    for (Index i = 0; i < shape.size(); ++i) places.set(i, shape.place(i));
    return places;
}

}  // namespace

Fracture::Fracture(const FractureParameters& parameters, const RestShape& shape, const SolidMatter& matter,
                   std::function<Real(const Vec3&)> distance)
    : parameters_(parameters),
      law_(crack_law(matter.elastic.youngs_modulus, matter.elastic.poisson_ratio, matter.density, parameters.toughness,
                     shape.spacing())),
      body_{std::move(distance), shape.spacing()},
      sheets_(shape.spacing()),
      pairs_(places_of(shape), rows_of(shape), RestShape::kSupport * shape.spacing()),
      fragments_(shape.size()) {
    for (Index i = 0; i < shape.size(); ++i) places_.push_back(shape.place(i));
    strengths_ = local_strengths(places_, parameters_, shape.spacing(), 0);
    for (const Notch& notch : parameters_.notches) add_notch(sheets_, notch, body_);
    pairs_.update(sheets_);
}

// What has flowed has lost strength, f <- f max(0.05, 1 - |eps_p| / eps_f): or matter that yields below its strength
// would never break.
std::vector<Real> Fracture::strengths_now(std::span<const Real> flowed) const {
    std::vector<Real> strengths = strengths_;
    if (parameters_.ductile_strain <= 0.0f || flowed.empty()) return strengths;
    for (std::size_t i = 0; i < strengths.size(); ++i)
        strengths[i] *= std::max(kLeastStrength, 1.0f - flowed[i] / parameters_.ductile_strain);
    return strengths;
}

void Fracture::advance(double dt, const ElasticityKeiser2006& elasticity) {
    const auto healths = elasticity.shape().shares();
    const StressField field(pairs_.cells(), elasticity.second_stresses(), healths);
    if (steps_++ % kSearchEvery == 0) {
        const double distance =
            parameters_.crack_distance > 0.0f ? parameters_.crack_distance : kCrackDistance * body_.spacing;
        started_ +=
            start_cracks(sheets_, field, places_, strengths_now(elasticity.plastic().flow), healths, body_, distance);
    }
    if (!sheets_.fronts().empty()) grow_cracks(sheets_, field, body_, law_, dt);
    pairs_.update(sheets_);
}

bool Fracture::apart(Index i, Index j) const {
    if (fragments_.of(i) != fragments_.of(j)) return true;
    const Index pair = pairs_.pairs().pair(i, j);
    return pair >= 0 && pairs_.parted(pair);
}

std::vector<PairChange> Fracture::take_changes() {
    std::vector<PairChange> changes;
    bool parted = false;
    pairs_.take_changes([&](Index i, Index j, Real extension) {
        changes.push_back({i, j, extension});
        parted = parted || extension == PairTransparency::kParted;
    });
    if (parted) fragments_.update(pairs_);
    return changes;
}

}  // namespace lamella
