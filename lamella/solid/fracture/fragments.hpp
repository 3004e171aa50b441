// The fragments of a solid: the parts that hang together by pairs which no crack has parted. A fragment keeps its
// name, a number from 0 on, through the run: where it falls apart the largest part keeps it, and the others get new
// ones.
#pragma once

#include <lamella/solid/fracture/pair_transparency.hpp>

namespace lamella {

class Fragments {
public:
    Fragments() = default;
    explicit Fragments(Index particles) : of_(static_cast<std::size_t>(particles), 0) {}

    Index count() const { return count_; }
    Index of(Index particle) const { return of_[particle]; }
    std::span<const Index> names() const { return of_; }

    // After pairs were parted.
    void update(const PairTransparency& pairs);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("of", of_);
        visit("count", count_);
    }

private:
    std::vector<Index> of_;
    Index count_ = 1;
};

}  // namespace lamella
