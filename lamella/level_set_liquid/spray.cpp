#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/solid_slide.hpp>
#include <lamella/level_set_liquid/spray.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

void put_before_bodies(const SolidGrid& solids, Real least, Vec3& x, Vec3& v) {
    const Real d = solids.distance(x);
    if (d >= least) return;
    const auto step = static_cast<Real>(0.05 * solids.cell());
    Vec3 slope;
    for (int a = 0; a < 3; ++a)
        slope[a] = solids.distance(x + step * Vec3::Unit(a)) - solids.distance(x - step * Vec3::Unit(a));
    const Vec3 n = unit_or_zero(slope);
    x += (least - d) * n;
    v -= std::min((v - solids.velocity(x)).dot(n), 0.0f) * n;
}

}  // namespace

Spray::Spray() {
    for (const char* column : {"P", "v"}) drops_.add<Vec3Column>(column);
    drops_.add<ScalarColumn>("volume");
}

Real Spray::radius(Index i) const {
    return std::cbrt(0.75f / std::numbers::pi_v<Real> * drops_.get<ScalarColumn>("volume")[i]);
}

double Spray::volume() const {
    const auto& volume = drops_.get<ScalarColumn>("volume");
    return parallel_sum("volume of spray", count(), [&](Index i) { return double{volume[i]}; });
}

Vec3d Spray::moment() const {
    const auto& volume = drops_.get<ScalarColumn>("volume");
    return parallel_sum(
        "momentum of spray", count(), [&](Index i) -> Vec3d { return double{volume[i]} * velocity(i).cast<double>(); },
        Vec3d(Vec3d::Zero()));
}

Vec3d Spray::first_moment() const {
    const auto& volume = drops_.get<ScalarColumn>("volume");
    return parallel_sum(
        "centre of spray", count(), [&](Index i) -> Vec3d { return double{volume[i]} * place(i).cast<double>(); },
        Vec3d(Vec3d::Zero()));
}

void Spray::add(const Vec3& x, const Vec3& v, Real volume) {
    const Index i = drops_.size();
    drops_.resize(i + 1);
    drops_.positions().set(i, x);
    drops_.get<Vec3Column>("v").set(i, v);
    drops_.get<ScalarColumn>("volume")[i] = volume;
}

void Spray::fly(const Flight& flight) {
    auto& x = drops_.positions();
    auto& v = drops_.get<Vec3Column>("v");
    const auto dt = static_cast<Real>(flight.dt);
    parallel_for("spray", count(), [&](Index i) {
        Vec3 place = x[i], speed = v[i];
        const Vec3 pull = flight.gravity + flight.forces.acceleration(place, speed, flight.time);
        place += dt * (speed + 0.5f * dt * pull);
        speed += dt * pull;
        put_before_walls(flight.solids.walls(), flight.least, place, speed);
        if (!flight.solids.only_walls()) put_before_bodies(flight.solids, flight.least, place, speed);
        x.set(i, place);
        v.set(i, speed);
    });
}

double Spray::remove_if(const std::function<bool(const Vec3&)>& gone) {
    std::vector<Index> kept;
    const double before = volume();
    for (Index i = 0; i < count(); ++i)
        if (!gone(place(i))) kept.push_back(i);
    if (static_cast<Index>(kept.size()) == count()) return 0.0;
    drops_.reorder(kept);
    return before - volume();
}

}  // namespace lamella
