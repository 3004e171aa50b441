#include <lamella/particles/rest_cells.hpp>

#include <numeric>

namespace lamella {

RestCells::RestCells(const Vec3Column& places, Real width) : grid_(width) {
    ParticleSet points;
    points.resize(places.size());
    points.add<Vec3Column>("P") = places;
    auto& number = points.add<IndexColumn>("id");
    std::iota(number.span().begin(), number.span().end(), 0);
    grid_.build(points);
    for (Index k = 0; k < points.size(); ++k) places_.push_back(points.positions()[k]);
    numbers_.assign(number.span().begin(), number.span().end());
}

}  // namespace lamella
