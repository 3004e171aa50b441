#include <lamella/core/overloaded.hpp>
#include <lamella/solid/elasticity_keiser2006.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kLeast = 1e-6f;  // yield strain; 0 would stand below a line

// The strain at which matter begins to flow.
Real yield_strain(const SolidMatter& matter) {
    return std::visit(
        Overloaded{[](const Elastic::Parameters&) { return 1.0f; },
                   [](const CreepKeiser2006::Parameters& creep) { return std::max(creep.yield_strain, kLeast); },
                   [&](const J2Simo1988::Parameters& metal) {
                       return std::max(metal.yield_stress / matter.elastic.youngs_modulus, kLeast);
                   }},
        matter.plasticity);
}

[[gnu::always_inline]] inline Vec3Pack minus(const Vec3Pack& a, const Vec3& b) {
    return {a.x - b.x(), a.y - b.y(), a.z - b.z()};
}

}  // namespace

ElasticityKeiser2006::ElasticityKeiser2006(RestShape shape, const SolidMatter& matter)
    : shape_(std::move(shape)),
      matter_(matter),
      law_(MaterialLaws::make(matter.material, matter.elastic)),
      plasticity_(Plasticities::make(matter.plasticity, matter.elastic)),
      yield_strain_(yield_strain(matter)),
      own_(static_cast<std::size_t>(shape_.size())) {
    const auto n = static_cast<std::size_t>(shape_.size());
    for (QuadArray& row : rows_) row.resize(shape_.size());
    if (!std::visit([](const auto& p) { return p.flows; }, plasticity_)) return;
    plastic_.tensor.assign(n, std::visit([](const auto& law) { return law.at_rest(); }, law_));
    plastic_.flow.assign(n, 0.0f);
    plastic_.dissipated.assign(n, 0.0);
}

// (5.13) for the displacement, and q_i.
ElasticityKeiser2006::Motion ElasticityKeiser2006::motion_of(const QuadArray& displacements, Index i) const {
    const Vec3 own = displacements.vec(i);
    Vec3Pack x, y, z, pull;
    Pack squares = 0.0f;
    shape_.for_each_pack(i, [&](const RestPack& pack, Pack kernel, const Vec3Pack& r, Pack volume) {
        const Vec3Pack u = minus(RestShape::load(displacements, pack).xyz, own);
        const Vec3Pack wu = (kernel * volume) * u;
        x = {multiply_add(wu.x, r.x, x.x), multiply_add(wu.x, r.y, x.y), multiply_add(wu.x, r.z, x.z)};
        y = {multiply_add(wu.y, r.x, y.x), multiply_add(wu.y, r.y, y.y), multiply_add(wu.y, r.z, y.z)};
        z = {multiply_add(wu.z, r.x, z.x), multiply_add(wu.z, r.y, z.y), multiply_add(wu.z, r.z, z.z)};
        pull += wu;
        squares += wu.dot(u);
    });
    Mat3 sums;
    sums.row(0) = fold(x).transpose();
    sums.row(1) = fold(y).transpose();
    sums.row(2) = fold(z).transpose();
    const Mat3 gradient = sums * shape_.inverse_moment(i);
    return {gradient, fold(pull), fold(squares) - sums.cwiseProduct(gradient).sum()};
}

Mat3 ElasticityKeiser2006::gradient(const QuadArray& displacements, Index i) const {
    return motion_of(displacements, i).gradient;
}

SymmetricTensor ElasticityKeiser2006::plastic_of(Index i) const {
    if (!plastic_.tensor.empty()) return plastic_.tensor[i];
    return std::visit([](const auto& law) { return law.at_rest(); }, law_);
}

// What is lost is the stress after the flow times the flow: the energy before less that after would count what the
// strain of a whole step stores before it flows.
template <class Law, class Plasticity>
void ElasticityKeiser2006::flow(Index i, Real dt, Real spread, typename Law::Trial& trial,
                                const Plasticity& plasticity) {
    if constexpr (Plasticity::flows) {
        const Real before = stabilisation(i);
        const Real share = plasticity.share_left(trial, Law::flowed(plastic_.tensor[i]), dt, plastic_.flow[i]);
        if (share == 1.0f) return;
        const double distortion = trial.distortion();
        const double lost = 2.0 * matter_.elastic.shear() * distortion * distortion / trial.mean_stretch();
        trial.keep(share);
        plastic_.tensor[i] = trial.plastic();
        plastic_.dissipated[i] +=
            shape_.energy_volume(i) * share * (1.0 - share) * lost + 0.5 * (before - stabilisation(i)) * spread;
    }
}

template <class Law, class Plasticity>
Real ElasticityKeiser2006::find_stress(const QuadArray& displacements, Index i, Real dt, const Law& law,
                                       const Plasticity& plasticity) {
    const Motion motion = motion_of(displacements, i);
    typename Law::Trial trial(law, motion.gradient, Plasticity::flows ? plastic_.tensor[i] : Law::at_rest());
    flow<Law>(i, dt, motion.spread, trial, plasticity);
    const Mat3 P = trial.stress();
    const Real beta = stabilisation(i);
    const Mat3 C = shape_.energy_volume(i) * P * shape_.inverse_moment(i) - beta * motion.gradient;
    own_[i] = C * shape_.imbalance(i) + beta * motion.pull;
    for (int row = 0; row < 3; ++row) rows_[row].set(i, C.row(row).transpose(), row == 0 ? beta : 0.0f);
    if (!second_stresses_.empty()) {
        const Mat3 J = Mat3::Identity() + motion.gradient;
        second_stresses_[i] = cofactors(J).transpose() * P / std::max(determinant(J), 1e-3f);
    }
    return shape_.share(i) * trial.stiffness();
}

Real ElasticityKeiser2006::find_stresses(const QuadArray& displacements, Real dt) {
    return std::visit(
        [&](const auto& law, const auto& plasticity) {
            const auto stress = [&](Index i) { return find_stress(displacements, i, dt, law, plasticity); };
            return parallel_max("solid stresses", shape_.size(), stress, 0.0f);
        },
        law_, plasticity_);
}

void ElasticityKeiser2006::allow_cracks() {
    shape_.allow_cracks();
    second_stresses_.assign(static_cast<std::size_t>(shape_.size()), Mat3::Zero());
}

void ElasticityKeiser2006::find_stresses_of(std::span<const Index> particles, const QuadArray& displacements) {
    std::visit(
        [&](const auto& law, const auto& plasticity) {
            parallel_for(
                "stresses at cracks", static_cast<Index>(particles.size()),
                [&](Index k) { find_stress(displacements, particles[k], 0.0f, law, plasticity); }, 64);
        },
        law_, plasticity_);
}

void ElasticityKeiser2006::part(std::span<const PairChange> changes, std::span<const Index> touched,
                                const QuadArray& displacements) {
    shape_.part(changes);
    find_stresses_of(touched, displacements);
}

void ElasticityKeiser2006::still(std::span<const Index> particles, const QuadArray& displacements) {
    find_stresses_of(shape_.still(particles), displacements);
}

Real ElasticityKeiser2006::stiffness_at_rest() const {
    return std::visit(
        [](const auto& law) {
            using Law = std::remove_cvref_t<decltype(law)>;
            return typename Law::Trial(law, Mat3::Zero(), Law::at_rest()).stiffness();
        },
        law_);
}

Vec3 ElasticityKeiser2006::force(const QuadArray& displacements, Index i) const {
    const Vec3 own = displacements.vec(i);
    Vec3Pack sum;
    shape_.for_each_pack(i, [&](const RestPack& pack, Pack kernel, const Vec3Pack& r, Pack) {
        const Vec3Pack u = minus(RestShape::load(displacements, pack).xyz, own);
        const QuadPack x = RestShape::load(rows_[0], pack);
        const Vec3Pack y = RestShape::load(rows_[1], pack).xyz, z = RestShape::load(rows_[2], pack).xyz;
        sum.x = multiply_add(kernel, multiply_add(x.w, u.x, x.xyz.dot(r)), sum.x);
        sum.y = multiply_add(kernel, multiply_add(x.w, u.y, y.dot(r)), sum.y);
        sum.z = multiply_add(kernel, multiply_add(x.w, u.z, z.dot(r)), sum.z);
    });
    return own_[i] + shape_.volume(i) * fold(sum);
}

void ElasticityKeiser2006::forces(const QuadArray& displacements, FunctionRef<void(Index, const Vec3&)> f) const {
    parallel_for("solid forces", shape_.size(), [&](Index i) { f(i, force(displacements, i)); });
}

// beta_i / 2 sum of w_ij |e_ij|^2
double ElasticityKeiser2006::residual_energy(const QuadArray& displacements, const Mat3& gradient, Index i) const {
    const Vec3 own = displacements.vec(i);
    const Vec3Pack gx = broadcast(gradient.row(0).transpose()), gy = broadcast(gradient.row(1).transpose()),
                   gz = broadcast(gradient.row(2).transpose());
    Pack sum = 0.0f;
    shape_.for_each_pack(i, [&](const RestPack& pack, Pack kernel, const Vec3Pack& r, Pack volume) {
        const Vec3Pack u = minus(RestShape::load(displacements, pack).xyz, own);
        const Vec3Pack e{u.x - gx.dot(r), u.y - gy.dot(r), u.z - gz.dot(r)};
        sum += kernel * volume * e.squaredNorm();
    });
    return 0.5 * stabilisation(i) * fold(sum);
}

double ElasticityKeiser2006::elastic_energy(const QuadArray& displacements, Index i) const {
    const Mat3 G = gradient(displacements, i);
    const double law = std::visit(
        [&](const auto& l) { return typename std::remove_cvref_t<decltype(l)>::Trial(l, G, plastic_of(i)).energy(); },
        law_);
    return shape_.energy_volume(i) * law + residual_energy(displacements, G, i);
}

SolidEnergy ElasticityKeiser2006::energy(const QuadArray& displacements) const {
    SolidEnergy all;
    all.elastic =
        parallel_sum("elastic energy", shape_.size(), [&](Index i) { return elastic_energy(displacements, i); });
    if (!plastic_.dissipated.empty())
        all.dissipated =
            parallel_sum("dissipated energy", shape_.size(), [&](Index i) { return plastic_.dissipated[i]; });
    return all;
}

ElasticityKeiser2006::Inside ElasticityKeiser2006::inside(const Mat3& gradient, Index i) const {
    const SymmetricTensor plastic = plastic_of(i);
    return std::visit(
        [&](const auto& law) {
            using Law = std::remove_cvref_t<decltype(law)>;
            const typename Law::Trial trial(law, gradient, plastic);
            const Mat3 cauchy = trial.stress() * (Mat3::Identity() + gradient).transpose() / trial.volume();
            return Inside{trial.volume(), std::sqrt(1.5f) * deviator(cauchy).norm(),
                          plastic_.flow.empty() ? 0.0f : plastic_.flow[i]};
        },
        law_);
}

// |F_p r|, with what each law keeps of F_p: the strain (F_p^T F_p - I) / 2, or (F_p^T F_p)^-1.
Real ElasticityKeiser2006::flowed_length(const Vec3& way, Index i) const {
    if (plastic_.tensor.empty()) return way.norm();
    const Mat3 plastic = full(plastic_.tensor[i]);
    const Mat3 metric = std::holds_alternative<StVenant>(law_)
                            ? Mat3(Mat3::Identity() + 2.0f * plastic)
                            : Mat3(cofactors(plastic).transpose() / determinant(plastic));
    return std::sqrt(std::max(way.dot(metric * way), 0.0f));
}

std::size_t ElasticityKeiser2006::memory_bytes() const {
    const std::size_t each = 3 * 4 * sizeof(Real) + sizeof(Vec3);
    return shape_.memory_bytes() + each * own_.size() +
           plastic_.tensor.size() * (sizeof(SymmetricTensor) + sizeof(Real) + sizeof(double));
}

}  // namespace lamella
