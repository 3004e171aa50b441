#include <lamella/core/parallel.hpp>
#include <lamella/matter/liquid_output.hpp>
#include <lamella/particles/radix_sort.hpp>

namespace lamella {
namespace {

// The rows of one phase, in the order of their ids.
std::vector<Index> rows_of_phase(const ParticleSet& particles, Index phase, std::int64_t id_limit) {
    const auto& id = particles.get<IndexColumn>("id");
    const auto& phases = particles.get<IndexColumn>("phase");
    SortBuffers<std::uint32_t> rows;
    for (Index i = 0; i < particles.size(); ++i) {
        if (phases[i] != phase) continue;
        rows.keys.push_back(static_cast<std::uint32_t>(id[i]));
        rows.order.push_back(i);
    }
    rows.resize(rows.keys.size());
    radix_sort(rows, static_cast<std::uint64_t>(id_limit));
    return std::move(rows.order);
}

// Sums over the particles of one phase; m is the mass of a whole particle.
class PhaseSums {
public:
    PhaseSums(const ParticleSet& particles, Index phase, double m)
        : particles_(particles),
          phases_(particles.get<IndexColumn>("phase")),
          share_(particles),
          phase_(phase),
          m_(m) {}

    template <class F, class T>
    T sum(F&& f, const T& zero) const {
        return parallel_sum(
            "balance", particles_.size(), [&](Index i) -> T { return phases_[i] == phase_ ? T(f(i)) : zero; }, zero);
    }
    template <class F>
    double largest(F&& f) const {
        return parallel_max(
            "balance", particles_.size(), [&](Index i) { return phases_[i] == phase_ ? f(i) : 0.0f; }, 0.0f);
    }

    void measure_matter(const Vec3d& centre, const Vec3d& gravity, Balance& balance) const {
        const auto& x = particles_.positions();
        const auto& v = particles_.get<Vec3Column>("v");
        const auto position = [&](Index i) -> Vec3d { return x[i].cast<double>() - centre; };
        const auto momentum = [&](Index i) -> Vec3d { return double{share_(i)} * v[i].cast<double>(); };
        const Vec3d none = Vec3d::Zero();
        const auto units = [&](Index i) { return static_cast<std::int64_t>(share_.units(i)); };
        balance.particles = sum([](Index) { return 1; }, std::int64_t{0});
        balance.mass = m_ * whole_particles(sum(units, std::int64_t{0}));
        balance.momentum = m_ * sum(momentum, none);
        balance.angular_momentum = m_ * sum([&](Index i) -> Vec3d { return cross(position(i), momentum(i)); }, none);
        balance.kinetic_energy = 0.5 * m_ * sum([&](Index i) { return momentum(i).dot(v[i].cast<double>()); }, 0.0);
        balance.potential_energy = -m_ * sum([&](Index i) { return share_(i) * gravity.dot(position(i)); }, 0.0);
    }

    void measure_compression(const ScalarColumn& filling, Real rest, Balance& balance) const {
        const auto compression = [&](Index i) { return std::max(filling[i] / rest - 1.0f, 0.0f); };
        const auto n = static_cast<double>(balance.particles);
        balance.density_error_mean = n > 0.0 ? sum(compression, 0.0) / n : 0.0;
        balance.density_error_largest = largest(compression);
    }

private:
    const ParticleSet& particles_;
    const IndexColumn& phases_;
    MassShares share_;
    Index phase_;
    double m_;
};

}  // namespace

std::vector<FramePart> liquid_parts(const LiquidSetup& setup, const ParticleSet& particles,
                                    const LiquidInventory& inventory) {
    std::vector<std::string> columns{"P", "v", "id", "density"};
    columns.insert(columns.end(), setup.attributes.begin(), setup.attributes.end());
    std::vector<FramePart> parts;
    for (std::size_t f = 0; f < setup.names.size(); ++f) {
        std::vector<Index> rows = rows_of_phase(particles, static_cast<Index>(f), inventory.next_id());
        parts.push_back({setup.names[f], ParticleRows{&particles, std::move(rows), columns, 0.5f * setup.spacing}});
    }
    return parts;
}

std::map<std::string, Balance> liquid_balances(const LiquidSetup& setup, const ParticleSet& particles,
                                               const LiquidInventory& inventory, const Vec3d& centre,
                                               const ScalarColumn* filling, Real rest) {
    std::map<std::string, Balance> balances;
    for (std::size_t f = 0; f < setup.names.size(); ++f) {
        const PhaseMaterial& material = setup.materials.at(f);
        const double m = material.particle_mass(setup.spacing);
        const PhaseSums sums(particles, static_cast<Index>(f), m);
        const LiquidInventory::Tally& tally = inventory.tally(static_cast<Index>(f));
        Balance& balance = balances[setup.names[f]];
        sums.measure_matter(centre, setup.gravity.cast<double>(), balance);
        balance.volume = balance.mass / material.density;
        balance.mass_in = m * static_cast<double>(tally.emitted);
        balance.mass_out = m * whole_particles(tally.units_left);
        balance.mass_removed = m * whole_particles(tally.units_lost);
        if (filling) sums.measure_compression(*filling, rest, balance);
    }
    return balances;
}

}  // namespace lamella
