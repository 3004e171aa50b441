// A triangle mesh whose vertices move through given positions at given times, and whose triangles stay.
#pragma once

#include <lamella/geometry/motion.hpp>
#include <lamella/geometry/vertex_motion.hpp>

#include <span>
#include <string>

namespace lamella {

// Between keys every vertex goes along a straight line, or along a cubic whose slope at a key is that of the parabola
// through it and its two neighbours (at the first and the last key, of the line to its only neighbour): exact for
// motions that are parabolas in time, and no ease at the ends, since a sequence of files is usually cut out of a longer
// one. Before the first and after the last key the mesh rests.
class AnimatedMesh : public VertexMotion {
public:
    explicit AnimatedMesh(Interpolation interpolation = Interpolation::linear) : interpolation_(interpolation) {}

    // Adds the mesh of a later time. InputError, beginning with `name`, when the time is not later or the triangles are
    // not those of the first mesh; the mesh stays as it was.
    void add(double time, const TriangleMesh& mesh, const std::string& name);

    std::span<const double> times() const { return times_; }
    const std::vector<Vec3i>& triangles() const { return triangles_; }
    Index vertex_count() const { return positions_.empty() ? 0 : static_cast<Index>(positions_.front().size()); }
    bool moves() const override;  // whether any two keys differ
    Real speed_bound() const override;
    double last_time() const override { return times_.back(); }

    std::vector<Vec3> positions(double t) const;
    std::vector<Vec3> velocities(double t) const override;
    TriangleMesh at(double t) const override { return {positions(t), triangles_, {}}; }

private:
    Interpolation interpolation_;
    std::vector<double> times_;
    std::vector<std::vector<Vec3>> positions_;  // one list a time
    std::vector<Vec3i> triangles_;
};

}  // namespace lamella
