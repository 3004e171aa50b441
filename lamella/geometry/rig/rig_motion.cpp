#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/rig/rig_motion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

Real farthest_between(std::span<const Vec3> a, std::span<const Vec3> b) {
    return parallel_max(
        "rig motion", static_cast<Index>(a.size()),
        [&](Index i) { return (b[static_cast<std::size_t>(i)] - a[static_cast<std::size_t>(i)]).norm(); }, 0.0f);
}

}  // namespace

RigMotion::RigMotion(std::shared_ptr<const Rig> rig, RigPlayback playback, Place place, Motion carried,
                     const std::string& name)
    : rig_(std::move(rig)), playback_(playback), place_(std::move(place)), carried_(std::move(carried)) {
    const double length = std::max(rig_->end - rig_->begin, 0.0);
    const double wanted = std::ceil(kMoments * length * std::max(1.0, 1.0 / playback_.speed));
    moments_ = static_cast<Index>(std::min(wanted, kMostMoments));
    if (moments_ > 0) interval_ = length / moments_;
    measure(name);
}

// Speed, extent and what is wrong, over all moments.
void RigMotion::measure(const std::string& name) {
    std::vector<Vec3> before;
    for (Index k = 0; k <= moments_; ++k) {
        if (const std::string fault = rig_->fault(clip_time(k)); !fault.empty()) throw InputError(name + ": " + fault);
        const std::vector<Vec3> now = moment(k);
        for (const Vec3& p : now) bounds_.extend(p);
        if (k > 0)
            fastest_ =
                std::max(fastest_, farthest_between(before, now) * static_cast<Real>(playback_.speed / interval_));
        before = now;
    }
    if (playback_.loop && moments_ > 0) leap_ = farthest_between(before, moment(0));
}

std::vector<Vec3> RigMotion::moment(Index k) const {
    return place_({rig_->positions(clip_time(k)), rig_->mesh.triangles, {}}).positions;
}

RigMotion::Between RigMotion::between(double t) const {
    if (moments_ == 0) return {0, 0.0, true};
    double at = (playback_.start + playback_.speed * t) / interval_;
    const auto n = static_cast<double>(moments_);
    if (playback_.loop) at -= n * std::floor(at / n);
    if (at < 0.0 || at >= n) return {at < 0.0 || playback_.loop ? 0 : moments_, 0.0, !playback_.loop};
    const double whole = std::floor(at);
    return {static_cast<Index>(whole), at - whole, false};
}

TriangleMesh RigMotion::at(double t) const {
    const Between place = between(t);
    TriangleMesh mesh = place_(rig_->at(clip_time(place.moment + place.share)));
    if (place.share > 0.0) {
        const std::vector<Vec3> a = moment(place.moment), b = moment(place.moment + 1);
        const auto s = static_cast<Real>(place.share);
        for (std::size_t i = 0; i < a.size(); ++i) mesh.positions[i] = a[i] + s * (b[i] - a[i]);
    }
    if (carried_.keys.empty()) return mesh;
    const RigidTransform pose = carried_.at(t);
    for (Vec3& p : mesh.positions) p = pose.apply(p);
    if (auto* normals = mesh.attributes.find<Vec3Column>("N"))
        for (Index i = 0; i < normals->size(); ++i) normals->set(i, pose.rotation * (*normals)[i]);
    return mesh;
}

// Of R(t) (x(t) - p) + ...: R x' and the rates of the rigid motion at x.
std::vector<Vec3> RigMotion::velocities(double t) const {
    const Between place = between(t);
    const std::vector<Vec3> a = moment(place.moment);
    std::vector<Vec3> rates(a.size(), Vec3::Zero());
    const std::vector<Vec3> b = place.rests ? a : moment(place.moment + 1);
    const RigidTransform pose = carried_.at(t);
    const auto [turning, drift] = carried_.rates_at(t);
    const double per_second = place.rests ? 0.0 : playback_.speed / interval_;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Vec3d chord = (b[i] - a[i]).cast<double>();
        const Vec3d arm = a[i].cast<double>() + place.share * chord - carried_.pivot.cast<double>();
        rates[i] = (per_second * (pose.rotation.cast<double>() * chord) + turning * arm + drift).cast<Real>();
    }
    return rates;
}

Real RigMotion::speed_bound() const {
    const Real arm = (bounds_.centre() - carried_.pivot).norm() + 0.5f * bounds_.diagonal();
    return fastest_ + (carried_.keys.empty() ? 0.0f : carried_.speed_bound(arm));
}

double RigMotion::last_time() const {
    const double carried = carried_.keys.empty() ? 0.0 : static_cast<double>(carried_.keys.back().time);
    if (!(fastest_ > 0.0f)) return carried;
    if (playback_.loop) return std::numeric_limits<double>::infinity();
    return std::max(carried, (rig_->end - rig_->begin - playback_.start) / playback_.speed);
}

}  // namespace lamella
