// A body that bends, at one moment: where its mesh and the samples tied to it are, and how they move.
#pragma once

#include <lamella/geometry/mesh_samples.hpp>
#include <lamella/geometry/signed_distance.hpp>
#include <lamella/geometry/vertex_motion.hpp>

#include <mutex>
#include <optional>

namespace lamella {

class BentShape {
public:
    // Distances beyond `band` are given as the band.
    BentShape(const VertexMotion& animation, const MeshSamples& samples, double time, Real band);

    const Vec3& sample(Index k) const { return samples_[static_cast<std::size_t>(k)]; }
    const Vec3& sample_velocity(Index k) const { return sample_velocities_[static_cast<std::size_t>(k)]; }
    const TriangleMesh& mesh() const { return mesh_; }
    TriangleMesh moving_mesh() const;  // with the column v

    // From several threads; the search for it is built when it is first asked for.
    Real signed_distance(const Vec3& x) const { return distance().signed_distance(x, band_); }
    Vec3 velocity(const Vec3& x) const;  // of the closest point of the surface

private:
    const MeshDistance& distance() const;

    TriangleMesh mesh_;
    std::vector<Vec3> velocities_;
    std::vector<Vec3> samples_;
    std::vector<Vec3> sample_velocities_;
    Real band_;
    mutable std::once_flag built_;
    mutable std::optional<MeshDistance> distance_;
};

}  // namespace lamella
