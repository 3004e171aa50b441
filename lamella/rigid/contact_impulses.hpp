// Impulses that keep bodies apart and rub them: a step is cut into small ones, and each is solved once by projected
// Gauss-Seidel on velocities (Macklin et al. 2019: many small steps converge faster than many iterations of a large
// one).
//
// Along the normal, with the gap s of a contact, its speed u and its mass m = 1 / (n^T M^-1 n),
//
//     s > 0:   u >= -s / h                                      nothing is done before the gap is closed,
//     s <= 0:  lambda += -m a (u + b s) - c lambda,  lambda >= 0   a spring that is stepped implicitly,
//
// where a, b, c follow from its frequency and damping (Catto 2011): a contact that is overlapped is pushed apart over
// some steps, and afterwards relaxed without the spring, so that what pushed it apart does not make it fly. Across the
// normal |lambda_t| <= mu lambda (Coulomb). At the end contacts that were hit bounce: u = -e u of the beginning. What a
// contact does along its normal and across it, its levers and masses, is measured again where a body has turned by
// 0.005.
#pragma once

#include <lamella/rigid/contact_points.hpp>

#include <array>

namespace lamella {

// What a contact has been given, kept from step to step.
struct ContactImpulse {
    Index a = 0;
    Index other = 0;
    std::int64_t feature = 0;
    double normal = 0.0;  // N s a small step
    Vec3d across = Vec3d::Zero();
};

struct ImpulseSettings {
    Index small_steps = 8;
    double bounce_speed = 0.01;  // m/s, below which nothing bounces
    double largest_push = 1.0;   // m/s, at which overlaps are undone at most
};

class ContactImpulses {
public:
    // Those of the last step are given to the contacts that are still there.
    ContactImpulses(std::vector<Contact> contacts, std::span<const RigidBody> bodies, std::span<RigidState> states,
                    std::span<const ContactImpulse> before, const ImpulseSettings& settings);

    // The first half of a small step of length h: velocities that undo overlaps.
    void push_apart(double h);
    // Forgets where the pushes came from: velocities of contacts without the springs.
    void relax();
    void bounce();

    // Moves what ground there is on.
    void move_ground(double h) { ground_time_ += h; }

    std::vector<ContactImpulse> impulses() const;
    // On walls and bodies that are not rigid, since the start of the step.
    void add_loads(BodyLoads& loads) const;
    // On the rigid bodies, of which there are so many, since then; about the origin.
    std::vector<BodyLoad> given_to(std::size_t bodies) const;
    // Where they pushed since then, as forces over a step of that length; in the order of the contacts.
    std::vector<BodyContact> pushing(double dt) const;
    std::span<const Contact> contacts() const { return contacts_; }
    // Whether the contact has pushed at all.
    bool touched(std::size_t k) const { return solved_[k].most > 0.0; }
    // Whether it does so at the end.
    bool pushes(std::size_t k) const { return solved_[k].now[0] > 0.0; }

private:
    // A direction in which a contact acts, and what an impulse along it does to the spins of both bodies.
    struct Row {
        Vec3d way;
        Vec3d lever_a, lever_b;  // arm x way
        Vec3d turn_a, turn_b;    // inverse inertia times lever
        double mass = 0.0;       // that answers along it
    };
    struct Solved {
        Vec3d arm_a, arm_b;  // of the closest points; of bodies that are no balls in the principal axes
        double gap = 0.0;    // at the beginning, less the way between the points then
        double friction = 0.0;
        double restitution = 0.0;
        double approach = 0.0;                // speed along the normal at the beginning
        std::array<Row, 3> rows;              // along the normal, and across it
        std::array<double, 3> now{};          // impulses of the small step, along the rows
        std::array<double, 3> phase{};        // since velocities were taken from the states
        double most = 0.0;                    // of the one along the normal so far
        Vec3d given = Vec3d::Zero();          // to a, in all
        Vec3d given_angular = Vec3d::Zero();  // about the origin
    };
    struct Arms {
        Vec3d a, b;
    };
    struct Moved {  // a body in the solve; one that is held or asleep does not answer
        Vec3d velocity = Vec3d::Zero();
        Vec3d spin = Vec3d::Zero();
        Vec3d inverse_mass = Vec3d::Zero();
        Mat3d inverse_inertia = Mat3d::Zero();
        Mat3d frame = Mat3d::Zero();  // in which the levers of its contacts were measured
        bool turned = true;           // so far since then that they have to be measured anew
    };

    void match(std::span<const ContactImpulse> before);
    void take_velocities();
    void measure_rows();
    void give_back();
    Arms arms(std::size_t k) const;
    double speed(const Contact& c, const Row& row) const;
    double gap_now(std::size_t k) const;
    void push(std::size_t k, std::size_t row, double impulse);
    void solve(double h, bool springs);
    void rub(std::size_t k);

    std::vector<Contact> contacts_;
    std::vector<Solved> solved_;
    std::span<const RigidBody> bodies_;
    std::span<RigidState> states_;
    std::vector<Moved> moved_;
    ImpulseSettings settings_;
    double ground_time_ = 0.0;
};

}  // namespace lamella
