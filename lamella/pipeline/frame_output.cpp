#include <lamella/core/atomic_file.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/vdb.hpp>
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

void move_by(const Vec3d& origin, std::vector<Vec3>& positions) {
    for (Vec3& p : positions) p = (p.cast<double>() + origin).cast<Real>();
}

// Each kind in its own format, at its place in the world.
class PartWriter {
public:
    PartWriter(const std::filesystem::path& path, const Vec3d& origin, const Provenance& provenance)
        : path_(path), origin_(origin), provenance_(provenance) {}

    void operator()(const ParticleRows& part) const {
        const auto piece = [&](Index begin, Index end) {
            return some_rows(part, std::span(part.rows).subspan(begin, end - begin), origin_);
        };
        AtomicFile file(path_);
        write_bgeo(static_cast<Index>(part.rows.size()), piece, provenance_,
                   [&](std::string_view bytes) { file.write(bytes); });
        file.commit();
    }
    void operator()(const Surfels& part) const {
        ParticleSet points = part.points;
        points.origin = origin_;
        write_particles(path_, points, provenance_);
    }
    void operator()(const MeshPart& part) const {
        TriangleMesh mesh = part.mesh;
        move_by(origin_, mesh.positions);
        write_mesh(path_, mesh, provenance_);
    }
    void operator()(const TetPart& part) const {
        TetMesh mesh = part.mesh;
        move_by(origin_, mesh.positions);
        write_tets(path_, mesh, provenance_);
    }
    void operator()(const StrandPart& part) const {
        Strands strands = part.strands;
        auto& x = strands.points.get<Vec3Column>("P");
        for (Index i = 0; i < x.size(); ++i) x.set(i, (x[i].cast<double>() + origin_).cast<Real>());
        write_strands(path_, strands, provenance_);
    }
    void operator()(const LevelSetPart& part) const {
        SparseGrid distance = part.distance;
        distance.move_by(origin_);
        write_vdb(path_, distance, VolumeKind::level_set, provenance_);
    }

private:
    const std::filesystem::path& path_;
    const Vec3d& origin_;
    const Provenance& provenance_;
};

}  // namespace

PartRecord record_of(const FramePart& part) { return part_of(Stage::simulate, kind_of(part), part.name); }

void write_part(const RunFolder& folder, const FramePart& part, const Vec3d& origin, int frame,
                const Provenance& provenance) {
    const std::filesystem::path path = folder.path(record_of(part), frame);
    std::visit(PartWriter(path, origin, provenance), part.data);
}

}  // namespace lamella
