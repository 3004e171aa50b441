// What a picture of one frame shows: its parts, read from their files by kind.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/render/render_subject.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <list>

namespace lamella {

// Whether a part is drawn. Liquids are their surface or their particles, as `show` says; all other matter is drawn
// beside both. Level sets are seen through the surfaces that are made of them.
bool is_drawn(PartKind kind, bool is_fluid, Show show);

struct DrawnPart {
    PartRecord record;
    bool is_fluid;
    bool is_whitewater = false;
};
struct DrawnParts {
    std::vector<DrawnPart> parts;
    std::optional<PartRecord> poses;  // of the bodies

    // Whether frames hold a mesh of that name: then an obstacle bends, and its shape at rest is not drawn.
    bool has_mesh(std::string_view name) const;
};

// What pictures of a run are made of. A mesh that the simulation wrote under the name of a fluid is its surface where
// the surface stage has none; the particles of a solid are left out beside a surface of its name.
DrawnParts drawn_parts(const RunRecord& record, const Scene& scene);

// Of a file that stands alone: what is in it, where the ending leaves a choice. One without triangles holds particles.
PartKind kind_of_file(const std::filesystem::path& file, Show show);

// Owns what its subject points to.
class FrameSubject {
public:
    // Points without pscale have this radius; without one it is guessed for particles from their spacing.
    explicit FrameSubject(Real radius = 0.0f) : radius_(radius) {}

    // Reads the file of a part.
    void add(PartKind kind, const std::string& name, bool is_fluid, const std::filesystem::path& file,
             bool z_up = false);
    // Spray, foam or bubbles of that name: white, whatever colours other particles, as long as they have no material.
    void add_whitewater(const std::string& name, const std::filesystem::path& file);
    void add_solid(const std::string& name, TriangleMesh mesh);

    RenderSubject& subject() { return subject_; }
    const Box3& bounds() const { return bounds_; }  // of all parts that were read

private:
    void add_mesh(const std::string& name, bool is_fluid, TriangleMesh mesh);
    void add_particles(const std::string& name, bool is_fluid, ParticleSet set);

    Real radius_;
    RenderSubject subject_;
    Box3 bounds_;
    std::list<TriangleMesh> meshes_;
    std::list<ParticleSet> points_;
    std::list<Strands> strands_;
    std::list<TetMesh> tets_;
};

}  // namespace lamella
