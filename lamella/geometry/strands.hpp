// Open curves of any number of points: hair, fur, threads.
#pragma once

#include <lamella/core/columns.hpp>

#include <vector>

namespace lamella {

// The points of strand s are the rows first[s] to first[s + 1] - 1, from root to tip. Usual columns: P position (m),
// pscale radius (m), Cd colour.
struct Strands {
    ColumnTable points;
    std::vector<Index> first{0};

    Index count() const { return static_cast<Index>(first.size()) - 1; }
    Index begin_of(Index s) const { return first[static_cast<std::size_t>(s)]; }
    Index end_of(Index s) const { return first[static_cast<std::size_t>(s) + 1]; }
    const Vec3Column& positions() const { return points.get<Vec3Column>("P"); }
};

}  // namespace lamella
