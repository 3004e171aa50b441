#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/tracking/motion/moving_field.hpp>
#include <lamella/tracking/remesh/select_elements.hpp>

#include <cmath>

namespace lamella {
namespace {

using Symmetric = std::array<Real, 6>;  // xx, yy, zz, yz, xz, xy

struct Inverse {
    Symmetric matrix;
    double determinant;  // of what was inverted
};

Inverse inverse_of(const Symmetric& m) {
    const double xx = m[0], yy = m[1], zz = m[2], yz = m[3], xz = m[4], xy = m[5];
    const double a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy;
    const double determinant = xx * a + xy * b + xz * c, per = 1.0 / determinant;
    const auto part = [&](double value) { return static_cast<Real>(per * value); };
    return {{part(a), part(xx * zz - xz * xz), part(xx * yy - xy * xy), part(xy * xz - xx * yz), part(c), part(b)},
            determinant};
}

Real mix(Real a, Real b, Real s) { return (1.0f - s) * a + s * b; }

}  // namespace

MovingField::MovingField(const FrameField& settings, const FrameMotion& motion, const FieldMoment& first,
                         const FieldMoment& second)
    : settings_(settings), motion_(motion), first_(first), second_(second) {
    const auto is_sum = [](const FieldMoment& m) { return dynamic_cast<const KernelField*>(m.field.get()) != nullptr; };
    if (!is_sum(first) || !is_sum(second)) return;
    moves_kernels_ = true;
    carried_[0] = carried_of(first);
    carried_[1] = carried_of(second);
    radius_ = second.field->kernels()->radius;
}

std::vector<MovingField::Carried> MovingField::carried_of(const FieldMoment& frame) {
    const KernelSet& kernels = *frame.field->kernels();
    const Vec3Column& x = frame.cloud->positions();
    const auto& row = frame.cloud->particles().get<IndexColumn>("id");
    std::vector<Carried> carried(static_cast<std::size_t>(x.size()));
    parallel_for("kernels of a frame", x.size(), [&](Index i) {
        const Kernel kernel = kernels.of(i, x);
        const Inverse shape = inverse_of(kernel.metric);
        carried[row[i]] = {kernel.centre - x[i], static_cast<Real>(kernel.scale / std::sqrt(shape.determinant)),
                           shape.matrix, kernels.slot[i] >= 0};
    });
    return carried;
}

MovingField::Carried MovingField::between(const FrameMotion::Track& track, Real s) const {
    if (track.first < 0 || track.second < 0) {
        Carried alone = track.first < 0 ? carried_[1][track.second] : carried_[0][track.first];
        alone.volume *= track.share(s);
        alone.own = true;
        return alone;
    }
    const Carried &a = carried_[0][track.first], &b = carried_[1][track.second];
    Carried c;
    c.offset = (1.0f - s) * a.offset + s * b.offset;
    c.volume = mix(a.volume, b.volume, s);
    for (std::size_t k = 0; k < 6; ++k) c.shape[k] = mix(a.shape[k], b.shape[k], s);
    c.own = a.own || b.own;
    return c;
}

FieldMoment MovingField::at(Real s, const Vec3Column& places) const {
    const ProfileScope scope("field between frames");
    return moves_kernels_ ? moving_kernels(s, places) : made_anew(s, places);
}

FieldMoment MovingField::moving_kernels(Real s, const Vec3Column& places) const {
    const std::vector<Index> there = select_elements("particles that count", motion_.size(),
                                                     [&](Index i) { return motion_.track(i).share(s) > 0.0f; });
    ParticleSet particles;
    particles.resize(static_cast<Index>(there.size()));
    auto& x = particles.add<Vec3Column>("P");
    auto& number = particles.add<IndexColumn>("id");
    parallel_for("places of kernels", particles.size(), [&](Index k) {
        x.set(k, places[there[k]]);
        number[k] = there[k];
    });
    FieldMoment moment;
    moment.cloud = std::make_unique<ParticleCloud>(particles, second_.spacing());
    const ParticleCloud& cloud = *moment.cloud;
    const auto& track = cloud.particles().get<IndexColumn>("id");
    KernelSet kernels;
    kernels.radius = radius_;
    kernels.slot.resize(static_cast<std::size_t>(cloud.size()));
    kernels.own.resize(static_cast<std::size_t>(cloud.size()));
    parallel_for("kernels between frames", cloud.size(), [&](Index i) {
        const Carried c = between(motion_.track(track[i]), s);
        kernels.slot[i] = c.own ? i : -1;
        if (!c.own) return;
        const Inverse metric = inverse_of(c.shape);
        kernels.own[i] = {cloud.positions()[i] + c.offset, static_cast<Real>(c.volume / std::sqrt(metric.determinant)),
                          metric.matrix, Vec3(std::sqrt(c.shape[0]), std::sqrt(c.shape[1]), std::sqrt(c.shape[2]))};
    });
    moment.field = std::make_unique<KernelField>(cloud, NearSurface{}, std::move(kernels), second_.field->level());
    return moment;
}

FieldMoment MovingField::made_anew(Real s, const Vec3Column& places) const {
    const std::vector<Index> there = select_elements("particles that count", motion_.size(),
                                                     [&](Index i) { return motion_.track(i).share(s) >= 0.5f; });
    ParticleSet particles;
    particles.resize(static_cast<Index>(there.size()));
    auto& x = particles.add<Vec3Column>("P");
    for (Index k = 0; k < particles.size(); ++k) x.set(k, places[there[k]]);
    return field_of_frame(settings_, particles, second_.spacing());
}

}  // namespace lamella
