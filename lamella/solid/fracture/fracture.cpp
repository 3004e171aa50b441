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

CrackLaw law_of(const SolidMatter& matter, Real toughness, Real history, double spacing) {
    const ElasticConstants& elastic = matter.elastic;
    CrackLaw law = crack_law(elastic.youngs_modulus, elastic.poisson_ratio, matter.density, toughness, spacing);
    law.history = history;
    return law;
}

}  // namespace

Fracture::Fracture(const FractureParameters& parameters, const RestShape& shape, const SolidMatter& matter,
                   std::function<Real(const Vec3&)> distance, FractureControl control)
    : parameters_(parameters),
      law_(law_of(matter, parameters.toughness, parameters.history, shape.spacing())),
      control_(std::move(control)),
      body_{std::move(distance), shape.spacing()},
      sheets_(shape.spacing()),
      pairs_(places_of(shape), rows_of(shape), RestShape::kSupport * shape.spacing()),
      fragments_(shape.size()) {
    for (Index i = 0; i < shape.size(); ++i) places_.push_back(shape.place(i));
    strengths_ = local_strengths(places_, parameters_, shape.spacing(), 0);
    if (control_.strength_factor)
        for (std::size_t i = 0; i < places_.size(); ++i) strengths_[i] *= control_.strength_factor(places_[i]);
    for (const Notch& notch : parameters_.notches) add_notch(sheets_, notch, body_);
    for (CrackStrip& strip : control_.strips) {
        strip.add_to(sheets_);
        strip_laws_.push_back(law_of(matter, strip.crack().toughness.value_or(parameters.toughness),
                                     strip.crack().history.value_or(parameters.history), shape.spacing()));
    }
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

CrackLaw Fracture::law_at(Index sheet, const Vec3d& place) const {
    CrackLaw law = law_;
    for (std::size_t k = 0; k < control_.strips.size(); ++k)
        if (control_.strips[k].sheet() == sheet) law = strip_laws_[k];
    if (control_.strength_factor) law.threshold *= control_.strength_factor(place.cast<Real>());
    return law;
}

// Painted cracks first: near one that runs no other begins.
void Fracture::search(const StressField& field, const ElasticityKeiser2006& elasticity, double time) {
    for (CrackStrip& strip : control_.strips) {
        const bool first = strip.open_count() == 0;
        if (strip.open(sheets_, field, body_, time) && first) ++started_;
    }
    const double distance =
        parameters_.crack_distance > 0.0f ? parameters_.crack_distance : kCrackDistance * body_.spacing;
    started_ += start_cracks(sheets_, field, places_, strengths_now(elasticity.plastic().flow),
                             elasticity.shape().shares(), body_, distance);
}

void Fracture::advance(double dt, double time, const ElasticityKeiser2006& elasticity) {
    const StressField field(pairs_.cells(), elasticity.second_stresses(), elasticity.shape().shares());
    if (steps_++ % kSearchEvery == 0) search(field, elasticity, time);
    if (!sheets_.fronts().empty())
        grow_cracks(
            sheets_, field, body_, [&](Index sheet, const Vec3d& place) { return law_at(sheet, place); }, dt);
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
