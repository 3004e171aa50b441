#include <lamella/core/atomic_file.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/pipeline/frame_output.hpp>

namespace lamella {
namespace {

// What a frame says of some of the rows.
ParticleSet some_rows(const ParticleRows& part, std::span<const Index> rows, const Vec3d& origin) {
    ParticleSet some;
    some.resize(static_cast<Index>(rows.size()));
    some.origin = origin;
    for (const std::string& name : part.columns)
        some.columns()[name] = rows_of(part.particles->columns().at(name), rows);
    if (part.radius > 0.0f) {
        auto& pscale = some.add<ScalarColumn>("pscale");
        for (Index i = 0; i < some.size(); ++i) pscale[i] = part.radius;
    }
    return some;
}

}  // namespace

PartRecord record_of(const FramePart& part) { return part_of(Stage::simulate, kind_of(part), part.name); }

void write_part(const RunFolder& folder, const FramePart& part, const Vec3d& origin, int frame,
                const Provenance& provenance) {
    const auto& data = std::get<ParticleRows>(part.data);
    const auto piece = [&](Index begin, Index end) {
        return some_rows(data, std::span(data.rows).subspan(begin, end - begin), origin);
    };
    AtomicFile file(folder.path(record_of(part), frame));
    write_bgeo(static_cast<Index>(data.rows.size()), piece, provenance,
               [&](std::string_view bytes) { file.write(bytes); });
    file.commit();
}

}  // namespace lamella
