// Particles from files of other programs.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/spacing.hpp>

#include <filesystem>
#include <optional>
#include <vector>

namespace lamella {

// Tells what the reader notes, and turns z up to y up.
ParticleSet read_with_notes(const Run& run, const std::filesystem::path& path, bool z_up);

// The spacing of files that do not say it: frames of one sequence must not each have their own, or the surface
// would breathe. It is that of the first frame with particles.
class SequenceSpacing {
public:
    SequenceSpacing(const Run& run, std::vector<FrameFile> files) : run_(run), files_(std::move(files)) {}

    Real of(const ParticleSet& particles, const std::filesystem::path& path);

private:
    Real told(const SpacingGuess& guess, const std::filesystem::path& path) const;
    SpacingGuess first_guess(const SpacingGuess& otherwise) const;

    const Run& run_;
    std::vector<FrameFile> files_;
    std::optional<Real> common_;
};

}  // namespace lamella
