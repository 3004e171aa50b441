#include <lamella/tracking/motion/field_moment.hpp>

namespace lamella {

TriangleMesh FieldMoment::mesh(double cell) const {
    const SparseGrid phi = field->sample(cell);
    const auto roots = field->roots(phi, field->level());
    return marching_cubes(phi, field->level(), roots.get());
}

FieldMoment field_of_frame(const FrameField& settings, const ParticleSet& particles, Real spacing) {
    ParticleSet rows;
    rows.resize(particles.size());
    rows.add<Vec3Column>("P") = particles.positions();
    if (const auto* mass = particles.find<IndexColumn>(kMassColumn)) rows.add<IndexColumn>(kMassColumn) = *mass;
    auto& row = rows.add<IndexColumn>("id");
    for (Index i = 0; i < row.size(); ++i) row[i] = i;
    FieldMoment moment;
    moment.cloud = std::make_unique<ParticleCloud>(rows, spacing);
    moment.field =
        std::visit([&](const auto& parameters) { return parameters.field(*moment.cloud, nullptr); }, settings);
    return moment;
}

}  // namespace lamella
