#include <lamella/view/kept_particles.hpp>

#include <algorithm>

namespace lamella {

std::shared_ptr<const ParticleParts> KeptParticles::get(OpenFile file, const std::string& source) {
    return get(identity_of(file), [&] { return ParticleParts(std::move(file), source); });
}

std::shared_ptr<const ParticleParts> KeptParticles::get(const std::string& identity,
                                                        FunctionRef<ParticleParts()> read) {
    auto parts = find(identity);
    if (!parts) parts = std::make_shared<const ParticleParts>(read());
    keep({identity, parts});
    return parts;
}

std::shared_ptr<const ParticleParts> KeptParticles::find(const std::string& identity) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, identity, &Kept::identity);
    return found == kept_.end() ? nullptr : found->parts;
}

void KeptParticles::keep(Kept one) {
    const std::lock_guard lock(mutex_);
    std::erase_if(kept_, [&](const Kept& other) { return other.identity == one.identity; });
    kept_.push_front(std::move(one));
    std::size_t bytes = 0;
    for (const Kept& other : kept_) bytes += other.parts->plain_bytes();
    for (; bytes > most_plain_bytes_ || kept_.size() > kMostFiles; kept_.pop_back())
        bytes -= kept_.back().parts->plain_bytes();
}

}  // namespace lamella
