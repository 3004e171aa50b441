// The field between two frames. To make a field anew at every sub-step takes longer than all the rest of tracking, so
// where it is made of kernels (surface/kernel_set.hpp) those of both frames are taken, and go with their particles: a
// kernel between the frames lies as far from its particle, has the shape (the matrix whose roots are its semi-axes) and
// the volume that lie between those of its two. At the frames themselves the field is what it is there. Fields that are
// not sums of kernels are made anew.
#pragma once

#include <lamella/tracking/motion/field_moment.hpp>
#include <lamella/tracking/motion/frame_motion.hpp>

#include <array>
#include <vector>

namespace lamella {

class MovingField {
public:
    // All of them must live on.
    MovingField(const FrameField& settings, const FrameMotion& motion, const FieldMoment& first,
                const FieldMoment& second);

    // At the share s of the time between the frames; `places` are motion.places(s). It can be evaluated, but no whole
    // mesh can be made of it.
    FieldMoment at(Real s, const Vec3Column& places) const;

private:
    // A kernel as it is carried: the places of both frames' particles are left out.
    struct Carried {
        Vec3 offset = Vec3::Zero();   // of the centre from the particle, m
        Real volume = 0.0f;           // in particles
        std::array<Real, 6> shape{};  // the inverse of the kernel's metric: xx, yy, zz, yz, xz, xy
        bool own = false;             // else it is the common ball
    };

    static std::vector<Carried> carried_of(const FieldMoment& frame);
    Carried between(const FrameMotion::Track& track, Real s) const;
    FieldMoment moving_kernels(Real s, const Vec3Column& places) const;
    FieldMoment made_anew(Real s, const Vec3Column& places) const;

    const FrameField& settings_;
    const FrameMotion& motion_;
    const FieldMoment& first_;
    const FieldMoment& second_;
    std::vector<Carried> carried_[2];  // by the rows of the frames
    bool moves_kernels_ = false;
    Real radius_ = 0.0f;
};

}  // namespace lamella
