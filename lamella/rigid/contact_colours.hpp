// Contacts in an order in which many can be solved at once: those of one colour have no body in common, so that they
// can be solved side by side, eight in a pack and packs on several threads, with the same result as one after another.
#pragma once

#include <lamella/core/pack.hpp>
#include <lamella/rigid/contact_points.hpp>

namespace lamella {

struct ContactOrder {
    std::vector<std::array<Index, kPackWidth>> packs;  // numbers of contacts, or -1
    std::vector<Index> colours;                        // where each begins among the packs, and the end
};

// `answers` says which bodies contacts change; those that are `first` get the first colours that are free.
ContactOrder coloured(std::span<const Contact> contacts, std::span<const char> answers, std::span<const char> first);

}  // namespace lamella
