#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/open_shares.hpp>
#include <lamella/eulerian/rigid_coupling_batty2007.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lamella {
namespace {

constexpr double kBesides = 1e-3;  // of a face: what a body closes more on one side of a cell than on the other

}  // namespace

RigidCouplingBatty2007::Coupled RigidCouplingBatty2007::coupled(const SolidGrid& solids, Index number) const {
    const BodyState& state = solids.states().of[static_cast<std::size_t>(number)];
    const BodyAnswer& answer = state.answer;
    Coupled body;
    body.number = number;
    body.centre = answer.centre;
    body.inverse_mass.diagonal().head<3>() = answer.inverse_mass;
    body.inverse_mass.bottomRightCorner<3, 3>() = answer.inverse_inertia;
    body.rates << state.drift, state.spin();
    body.expected << state.drift + dt_ * answer.acceleration, state.spin() + dt_ * answer.spin_up;
    return body;
}

void RigidCouplingBatty2007::find(const TileSet& tiles, const std::vector<TilesAround>& around,
                                  std::span<const Index> wet, const SolidGrid& solids,
                                  const TileField<std::uint8_t>& liquid, const FaceField& velocity) {
    cells_.clear();
    bodies_.clear();
    solved_.clear();
    const std::vector<Index> answering = solids.answering_bodies();
    if (answering.empty()) return;
    const ProfileScope scope("bodies in the pressure");
    cell_mass_ = density_ * solids.cell() * solids.cell() * solids.cell();
    for (const Index number : answering) bodies_.push_back(coupled(solids, number));
    std::vector<std::vector<Cell>> found(wet.size());
    parallel_for(
        "cells at bodies", static_cast<Index>(wet.size()),
        [&](Index s) {
            const Index t = wet[static_cast<std::size_t>(s)];
            find_in_tile(tiles, t, s, around[static_cast<std::size_t>(t)], solids, answering, liquid, velocity,
                         found[static_cast<std::size_t>(s)]);
        },
        kTileChunk);
    for (const auto& cells : found)
        std::ranges::copy_if(cells, std::back_inserter(cells_), [](const Cell& cell) { return !cell.w.isZero(); });
    solved_.resize(bodies_.size(), Vec6::Zero());
    settle();
}

// A cell has an entry for each body that closes some of its faces.
void RigidCouplingBatty2007::find_in_tile(const TileSet& tiles, Index t, Index s, const TilesAround& around,
                                          const SolidGrid& solids, std::span<const Index> answering,
                                          const TileField<std::uint8_t>& liquid, const FaceField& velocity,
                                          std::vector<Cell>& found) const {
    AnsweringFaces faces;
    if (!faces.find(tiles, t, around, solids, answering)) return;
    OpenShares open;
    std::array<RimmedTile<float, 1>, 3> u;
    for (std::size_t a = 0; a < 3; ++a) {
        open[a].gather(solids.open_share()[a], around, 0.0f);
        u[a].gather(velocity[a], around, 0.0f);
    }
    const auto wet = liquid.tile(t);
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        if (!wet[c]) return;
        const std::size_t first = found.size();
        const auto entry = [&](Index number) -> Cell& {
            const auto body = static_cast<std::size_t>(std::ranges::find(answering, number) - answering.begin());
            for (std::size_t k = first; k < found.size(); ++k)
                if (found[k].body == body) return found[k];
            found.push_back({static_cast<std::size_t>(s) * kTileCells + c, body});
            return found.back();
        };
        const auto add = [&](std::size_t face, int axis, double sign) {
            const auto a = static_cast<std::size_t>(axis);
            const double closed = faces.share[a].values[face];
            if (closed > 0.0) entry(faces.body[a].values[face]).w[axis] += sign * closed;
        };
        for (int axis = 0; axis < 3; ++axis) {
            add(at, axis, -1.0);
            add(at + kAlong[static_cast<std::size_t>(axis)], axis, 1.0);
        }
        const Vec3 centre = centre_of_cell(tiles, solids.cell(), t, c);
        const Vec3d met = velocity_at(open, u, at).cast<double>();
        const std::size_t last = found.size();
        for (std::size_t k = first; k < last; ++k) meet(solids, centre, met, found[k]);
        for (int axis = 0; axis < 3; ++axis)
            for (std::size_t k = first; k < last; ++k)
                if (is_in_gap(faces, open, at, axis, answering[found[k].body]))
                    found.push_back(split_off(solids, centre, met, axis, found[k]));
    });
}

// Whether a cell lies between the body and something else that closes its other side along the axis.
bool RigidCouplingBatty2007::is_in_gap(const AnsweringFaces& faces, const OpenShares& open, std::size_t at, int axis,
                                       Index number) {
    const auto a = static_cast<std::size_t>(axis);
    const auto closed_by_body = [&](std::size_t face) {
        return faces.share[a].values[face] > 0.0f && faces.body[a].values[face] == number;
    };
    const auto closed_by_others = [&](std::size_t face) {
        return open[a].values[face] == 0.0f && faces.share[a].values[face] == 0.0f;
    };
    const std::size_t high = at + kAlong[a];
    return (closed_by_body(at) && closed_by_others(high)) || (closed_by_body(high) && closed_by_others(at));
}

// Takes the part of a cell's surface across the axis out of it. That part lies where the distance to the body is zero
// on the way through the cell, on its side that the body is on; the rest stays where all of it has met the liquid.
RigidCouplingBatty2007::Cell RigidCouplingBatty2007::split_off(const SolidGrid& solids, const Vec3& centre,
                                                               const Vec3d& velocity, int axis, Cell& cell) const {
    Cell part = cell;
    part.w.setZero();
    std::swap(part.w[axis], cell.w[axis]);
    if (part.w[axis] == 0.0) return part;
    const Coupled& body = bodies_[cell.body];
    press(velocity, cell.surface, cell);
    const auto number = static_cast<std::size_t>(body.number);
    const double half = 0.5 * solids.cell(), sign = part.w[axis] > 0.0 ? 1.0 : -1.0;
    Vec3d middle = centre.cast<double>();
    for (int a = 0; a < 3; ++a)
        if (std::abs(cell.w[a]) > kBesides) middle[a] += std::copysign(half, cell.w[a]);
    const auto distance = [&](double along) {
        const Vec3d place = middle + sign * along * Vec3d::Unit(axis);
        return static_cast<double>(solids.bodies()[number].distance(solids.states().of[number], place.cast<Real>()));
    };
    const double before = std::max(distance(-half), 0.0), behind = std::min(distance(half), 0.0);
    const double way = before > behind ? 2.0 * half * before / (before - behind) - half : 0.0;
    part.stop = density_ * solids.cell() * solids.cell() * way / std::abs(part.w[axis]);
    press(velocity, middle + sign * way * Vec3d::Unit(axis), part);
    return part;
}

// Where the liquid of a cell with that centre and velocity meets the body.
void RigidCouplingBatty2007::meet(const SolidGrid& solids, const Vec3& centre, const Vec3d& velocity,
                                  Cell& cell) const {
    const Vec3d area = cell.w.head<3>();
    const double length = area.norm();
    if (length == 0.0) return;
    const Coupled& body = bodies_[cell.body];
    const auto number = static_cast<std::size_t>(body.number);
    const double distance = solids.bodies()[number].distance(solids.states().of[number], centre);
    cell.stop = density_ * solids.cell() * solids.cell() * distance / length;
    press(velocity, centre.cast<double>() + distance / length * area, cell);
}

// Liquid of that velocity against the cell's surface there.
void RigidCouplingBatty2007::press(const Vec3d& velocity, const Vec3d& surface, Cell& cell) const {
    const Vec3d area = cell.w.head<3>();
    cell.surface = surface;
    cell.w.tail<3>() = cross(Vec3d(surface - bodies_[cell.body].centre), area);
    cell.inflow = area.dot(velocity);
}

// The rates without the pressure, from the sums over all cells.
void RigidCouplingBatty2007::settle() {
    for (const Cell& cell : cells_) {
        Coupled& body = bodies_[cell.body];
        const double met = cell.stop > 0.0 ? cell.inflow : cell.inflow - cell.w.dot(body.rates);
        body.stopped += cell.stop * met * cell.w;
        if (cell.stop > 0.0) body.stopping += cell.stop * cell.w * cell.w.transpose();
    }
    for (Coupled& body : bodies_) {
        const Mat6 mixed = (Mat6::Identity() + body.inverse_mass * body.stopping).inverse();
        body.answer = mixed * body.inverse_mass;
        body.before = mixed * (body.expected + body.inverse_mass * body.stopped);
    }
}

template <class Scalar>
std::vector<RigidCouplingBatty2007::Vec6> RigidCouplingBatty2007::pushes(std::span<const Scalar> q) const {
    std::vector<Vec6> sums(bodies_.size(), Vec6::Zero());
    for (const Cell& cell : cells_) sums[cell.body] += static_cast<double>(q[cell.at]) * cell.w;
    for (Vec6& sum : sums) sum *= cell_mass_;
    return sums;
}

void RigidCouplingBatty2007::take_flow(std::span<double> b) const {
    for (const Cell& cell : cells_) b[cell.at] -= cell.w.dot(bodies_[cell.body].before);
}

template <class Scalar>
double RigidCouplingBatty2007::add_answers(std::span<const Scalar> x, double sign, std::span<float> y) const {
    std::vector<Vec6> rates = pushes(x);
    double product = 0.0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Vec6 answer = bodies_[b].answer * rates[b];
        product += rates[b].dot(answer) / cell_mass_;
        rates[b] = answer;
    }
    for (const Cell& cell : cells_) y[cell.at] += static_cast<float>(sign * cell.w.dot(rates[cell.body]));
    return product;
}

template double RigidCouplingBatty2007::add_answers(std::span<const float>, double, std::span<float>) const;
template double RigidCouplingBatty2007::add_answers(std::span<const double>, double, std::span<float>) const;

void RigidCouplingBatty2007::note_solution(std::span<const double> q) { solved_ = pushes(q); }

BodyLoads RigidCouplingBatty2007::push(SolidGrid& solids) const {
    BodyLoads loads(solids.bodies().size());
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Coupled& body = bodies_[b];
        const Vec6 rates = body.before + body.answer * solved_[b];
        const Vec6 impulse = solved_[b] + body.stopped - body.stopping * rates;
        loads.of(body.number) += {impulse.head<3>(), impulse.tail<3>() + cross(body.centre, Vec3d(impulse.head<3>()))};
        const Vec6 change = rates - body.rates;
        solids.speed_up(body.number, change.head<3>(), change.tail<3>());
    }
    return loads;
}

}  // namespace lamella
