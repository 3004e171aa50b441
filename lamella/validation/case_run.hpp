// A case that is a simulation: its scene, its run folder, and what the run left there.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/validation/validate.hpp>

namespace lamella {

class CaseRun {
public:
    // Simulates the scene in options.folder / result.name, over what an earlier run left there. Marks the
    // result as stopped when the run was.
    CaseRun(const Run& run, const ValidateOptions& options, CaseResult& result, std::string_view scene_text,
            std::span<const std::string> overrides);

    const Scene& scene() const { return *loaded_.scene; }
    bool done() const { return done_; }
    Index frames() const;
    double time_of(Index frame) const;
    double spacing() const;
    double density() const;
    double particle_mass() const { return density() * spacing() * spacing() * spacing(); }
    double gravity() const;
    ParticleSet particles(const std::string& fluid, Index frame) const;

    // One number of the ledger, frame by frame; NaN where it is null.
    std::vector<double> ledger(const std::string& key) const;

private:
    LoadedScene loaded_;
    RunFolder folder_;
    bool done_ = false;
};

// x_i in double, with the set's origin.
Vec3d position(const ParticleSet& particles, Index i);
Vec3d velocity(const ParticleSet& particles, Index i);

// The mean of f(i) over all particles.
template <class F>
auto mean_over(const ParticleSet& particles, F&& f) {
    auto sum = f(Index{0});
    for (Index i = 1; i < particles.size(); ++i) sum += f(i);
    return decltype(sum)(sum / static_cast<double>(particles.size()));
}

}  // namespace lamella
