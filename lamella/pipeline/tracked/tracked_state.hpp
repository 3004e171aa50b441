// What the file beside a tracked mesh says besides the mesh: whose it is, and what happened to its vertices.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/matter/state_visitor.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/tracked_parameters.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

// The state file of a mesh file: mesh.0001.ply -> mesh.0001.tracked.
std::filesystem::path tracked_state_path(std::filesystem::path mesh);

// They tell settings and input apart: `all` decides about going on with the same bits, `motion` about putting other
// colours through what was done.
struct TrackedKeys {
    std::string all;
    std::string motion;

    TrackedKeys(const TrackedParameters& parameters, Real spacing, const std::string& input,
                const std::string& painted_files);
    TrackedKeys() = default;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("all", all);
        visit("motion", motion);
    }
};

// The keys of a state file. InputError where it is missing or damaged.
TrackedKeys read_tracked_keys(const std::filesystem::path& file);

// InputError where the file at `path` is of another motion.
void require_same_motion(const TrackedKeys& of_file, const TrackedKeys& wanted, const std::filesystem::path& path);

// Of places and ids.
std::string hash_of_particles(const ParticleSet& particles);

// The log of a frame as flat arrays.
class LogArrays {
public:
    LogArrays() = default;
    explicit LogArrays(const CarryLog& log);
    CarryLog log(const std::filesystem::path& file) const;  // InputError where the arrays are none

    template <class Visitor>
    void state(Visitor& visit) {
        visit("steps", steps_);
        visit("weights", weights_);
        visit("order_sizes", order_sizes_);
        visit("orders", orders_);
    }

private:
    std::vector<Index> steps_, order_sizes_, orders_;
    std::vector<Real> weights_;
};

// What a state file holds of the mesh itself, in metres relative to the origin.
struct TrackedFrame {
    bool there = false;  // else the frame has no mesh, and what follows is empty
    ConnectedMesh mesh;
    Vec3d origin = Vec3d::Zero();
    CarryLog log;                  // what became of the vertices of the frame before
    std::vector<Vec3> velocities;  // of the particles at the vertices, where they have some
    double seconds = 0.0;          // from the frame before; 0: the mesh begins here
    Real edge = 0.0f;              // the target edge
};

// InputErrors where the file is none or is damaged.
TrackedFrame read_tracked_frame(const std::filesystem::path& path);

}  // namespace lamella
