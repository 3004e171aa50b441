#include <lamella/core/error.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/pipeline/file_particles.hpp>

#include <fmt/format.h>

namespace lamella {

ParticleSet read_with_notes(const Run& run, const std::filesystem::path& path, bool z_up) {
    ReadNotes notes;
    ParticleSet particles = read_particles(path, &notes);
    if (run.log)
        for (const std::string& note : notes) run.log->warning(path.string() + ": " + note);
    if (z_up) z_up_to_y_up(particles);
    return particles;
}

Real SequenceSpacing::of(const ParticleSet& particles, const std::filesystem::path& path) {
    const SpacingGuess own = guess_spacing(particles);
    if (own.source != SpacingSource::positions || files_.size() == 1) return told(own, path);
    if (!common_) common_ = told(first_guess(own), path);
    return *common_;
}

Real SequenceSpacing::told(const SpacingGuess& guess, const std::filesystem::path& path) const {
    if (run_.log) run_.log->info(fmt::format("{}: particle spacing {:.6g} m", path.string(), guess.spacing));
    if (guess.uncertain())
        run_.warn(
            fmt::format("{}: the particle spacing {:.3g} m is uncertain: half of the particles have another one "
                        "within {:.3g} m; --spacing sets it",
                        path.string(), guess.spacing, guess.nearest));
    return guess.spacing;
}

SpacingGuess SequenceSpacing::first_guess(const SpacingGuess& otherwise) const {
    for (const FrameFile& file : files_) try {
            const ParticleSet particles = read_particles(file.path);
            if (particles.size() > 0) return guess_spacing(particles);
        } catch (const InputError&) {  // that frame is told when its turn comes
        }
    return otherwise;
}

}  // namespace lamella
