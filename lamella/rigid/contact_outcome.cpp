#include <lamella/rigid/contact_outcome.hpp>

#include <algorithm>
#include <tuple>

namespace lamella {

std::vector<const ContactImpulse*> remembered(std::span<const Contact> contacts,
                                              std::span<const ContactImpulse> before) {
    const auto key = [](const auto& c) { return std::tuple(c.a, c.other, c.feature); };
    const auto key_of = [&](const ContactImpulse* memory) { return key(*memory); };
    std::vector<const ContactImpulse*> known;
    for (const ContactImpulse& memory : before) known.push_back(&memory);
    std::ranges::sort(known, {}, key_of);
    std::vector<const ContactImpulse*> all;
    for (const Contact& c : contacts) {
        const auto found = std::ranges::lower_bound(known, key(c), {}, key_of);
        all.push_back(found != known.end() && key_of(*found) == key(c) ? *found : nullptr);
    }
    return all;
}

void ContactOutcome::add_loads(BodyLoads& loads) const {
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if (contacts[k].b < 0) loads.of(contacts[k].other) += BodyLoad{-given[k].impulse, -given[k].angular};
}

std::vector<BodyLoad> ContactOutcome::given_to(std::size_t bodies) const {
    std::vector<BodyLoad> all(bodies);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Contact& c = contacts[k];
        all[c.a] += {given[k].impulse, given[k].angular};
        if (c.b >= 0) all[c.b] += {-given[k].impulse, -given[k].angular};
    }
    return all;
}

std::vector<BodyContact> ContactOutcome::pushing(std::span<const RigidBody> bodies, double dt) const {
    std::vector<BodyContact> all;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Contact& c = contacts[k];
        const Vec3d force = given[k].impulse / dt;
        if (force.dot(c.normal) > 0.0) all.push_back({bodies[c.a].number, c.other, given[k].point, c.normal, force});
    }
    return all;
}

}  // namespace lamella
