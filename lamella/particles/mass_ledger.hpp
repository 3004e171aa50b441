// Whose mass the children of split particles carry. Each child holds parts that came from originals, its roots; what it
// gives to children of its own is taken from all parts alike. When it collapses each part goes back to its root, so
// that every original is back at its own mass when no child is left.
#pragma once

#include <lamella/particles/particle_set.hpp>

#include <span>
#include <vector>

namespace lamella {

struct MassPart {
    Index child = 0;  // ids
    Index root = 0;
    Index units = 0;
};

class MassLedger {
public:
    std::span<const MassPart> parts() const { return parts_; }  // by child, then by root
    std::span<const MassPart> parts_of(Index child) const;

    // Forgets all children but those of these ids, which are ascending.
    void keep(std::span<const Index> children);

    // Takes `units` out of a child's parts, in proportion to them, for a child of its own.
    std::vector<MassPart> take(Index child, Index units);

    // Enters a child whose id is larger than all before it; parts of the same root are joined.
    void add(Index child, std::vector<MassPart> parts);

    template <class Visitor>
    void state(Visitor& visit) {
        ParticleSet table = to_table();
        visit("mass_ledger", table);
        from_table(table);
    }

private:
    ParticleSet to_table() const;
    void from_table(const ParticleSet& table);

    std::vector<MassPart> parts_;
};

}  // namespace lamella
