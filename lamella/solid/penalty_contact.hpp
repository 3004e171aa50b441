// Contact of a solid with the walls of the domain and with bodies, by forces that grow with the depth (Keiser 2006,
// 5.8). Its outer particles touch as balls of half a spacing; each stands for an area A = V^(2/3),
//
//     f_n = A max(0, k depth + c max(0, -v_n)),   k = E / spacing,   c = 2 zeta sqrt(k density spacing), zeta = 0.3
//     f_t = -(A k s + A c v_t), at most friction f_n,   s' = v_t.
//
// Departures: (5.44) is divided by the nodes of an area instead of multiplied, so k is a pressure per depth; damping
// acts while matter comes nearer and never pulls; s is the way that the point has moved along the surface since it
// touched, a spring that slides where the friction is at its limit: with drag alone a block on a slope creeps.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/solid/rest_shape.hpp>
#include <lamella/solid/solid_methods.hpp>

namespace lamella {

struct ContactSurroundings {
    std::span<const Body> bodies;
    const BodyStates& now;
    const Box3& walls;  // infinite where there is none
};

class PenaltyContact {
public:
    PenaltyContact() = default;
    PenaltyContact(const RestShape& shape, const SolidMatter& matter, Real friction);

    // Calls push(i, force) for each particle that touches something, in parallel, and adds to the loads what the step
    // dt does to it.
    void push(const ContactSurroundings& around, FunctionRef<Vec3(Index)> place, FunctionRef<Vec3(Index)> velocity,
              double dt, BodyLoads& loads, FunctionRef<void(Index, const Vec3&)> push);

    double stored_energy() const;  // J, in contacts that are pressed together
    double dissipated() const;     // J, by damping and friction since the start
    std::int64_t touching() const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("spring", spring_);
        visit("touched", touched_);
        visit("stored", stored_);
        visit("force", force_);
        visit("dissipated", dissipated_);
    }

private:
    static constexpr Index kNothing = -2;

    struct Touch {
        Index body = kNothing;
        Real depth = 0.0f;
        Vec3 normal = Vec3::Zero();    // out of the body
        Vec3 velocity = Vec3::Zero();  // of the body there
    };
    template <class F>
    void for_each_touch(const ContactSurroundings& around, const Vec3& x, F&& f) const;
    Vec3 pushed(std::size_t k, const Touch& touch, const Vec3& v, double dt, bool deepest);
    struct BodyPush {
        Index body;
        BodyLoad load;
    };
    Vec3 push_one(Index k, const ContactSurroundings& around, const Vec3& x, const Vec3& v, const Touch& deepest,
                  double dt, std::vector<BodyPush>& pushes);
    static void add_loads(std::span<const std::vector<BodyPush>> pushes, BodyLoads& loads);
    Touch deepest_at(const ContactSurroundings& around, const Vec3& x) const;

    Real radius_ = 0.0f;
    Real stiffness_ = 0.0f;  // A k, N/m
    Real damping_ = 0.0f;    // A c, N s/m
    Real friction_ = 0.0f;
    std::vector<Index> skin_;   // the outer particles
    std::vector<Vec3> spring_;  // of each skin particle
    std::vector<Index> touched_;
    std::vector<Real> stored_;
    std::vector<Vec3> force_;  // at the end of the last step
    std::vector<double> dissipated_;
};

}  // namespace lamella
