// Union-find whose representatives are the smallest members, so that the order of joins plays no role.
#pragma once

#include <lamella/core/real.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace lamella {

class DisjointSets {
public:
    explicit DisjointSets(Index n = 0) { reset(n); }

    void reset(Index n) {
        parent_.resize(static_cast<std::size_t>(n));
        std::iota(parent_.begin(), parent_.end(), 0);
    }
    Index find(Index i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    bool join(Index a, Index b) {  // whether they were apart
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<Index> parent_;
};

}  // namespace lamella
