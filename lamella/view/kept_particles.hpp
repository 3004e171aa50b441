// The particle files that were asked for last, unpacked: for another attribute of the frame that is shown nothing is
// read.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/view/particle_parts.hpp>

#include <deque>
#include <mutex>

namespace lamella {

class KeptParticles {
public:
    static constexpr std::size_t kMostFiles = 8;  // each stays open

    // As much as fits is kept; what does not fit leaves, the one that was asked for longest ago first.
    explicit KeptParticles(std::size_t most_plain_bytes) : most_plain_bytes_(most_plain_bytes) {}

    // The particles of a file, or of anything else with an identity, read where they are not kept; throws what
    // ParticleParts or `read` throws.
    std::shared_ptr<const ParticleParts> get(OpenFile file, const std::string& source);
    std::shared_ptr<const ParticleParts> get(const std::string& identity, FunctionRef<ParticleParts()> read);

private:
    struct Kept {
        std::string identity;
        std::shared_ptr<const ParticleParts> parts;
    };
    std::shared_ptr<const ParticleParts> find(const std::string& identity);
    void keep(Kept one);

    std::size_t most_plain_bytes_;
    std::mutex mutex_;
    std::deque<Kept> kept_;  // the last first
};

}  // namespace lamella
