// Impulses that keep bodies apart and rub them: a step is cut into small ones, and each is solved once by projected
// Gauss-Seidel on velocities, twice forth and back (Macklin et al. 2019: many small steps converge faster than many
// iterations of a large one).
//
// Along the normal, with the gap s of a contact, its speed u and its mass m = 1 / (n^T M^-1 n),
//
//     s > 0:   u >= -s / h                                      nothing is done before the gap is closed,
//     s <= 0:  lambda += -m a (u + b s) - c lambda,  lambda >= 0   a spring that is stepped implicitly,
//
// where a, b, c follow from its frequency and damping (Catto 2011): a contact that is overlapped is pushed apart over
// some steps, and afterwards relaxed without the spring, so that what pushed it apart does not make it fly. Across the
// normal |lambda_t| <= mu lambda (Coulomb). At the end contacts that were hit bounce: u = -e u of the beginning.
//
// The solve is in float, eight contacts at a time and colour by colour (contact_colours.hpp). What a contact does along
// its normal and across it, its levers and masses, is measured again where a body has turned by 0.005; in between its
// gap grows by its speed. The momenta that bodies have at the end are the sums of the impulses, in double, so that what
// one gets the other loses to rounding.
#pragma once

#include <lamella/rigid/contact_outcome.hpp>
#include <lamella/rigid/impulse_packs.hpp>

namespace lamella {

struct ImpulseSettings {
    Index small_steps = 8;
    double bounce_speed = 0.01;  // m/s, below which nothing bounces
    double largest_push = 1.0;   // m/s, at which overlaps are undone at most
};

class ContactImpulses {
public:
    // Those of the last step are given to the contacts that are still there.
    ContactImpulses(const ImpulseSettings& settings, std::span<const Contact> contacts,
                    std::span<const RigidBody> bodies, std::span<RigidState> states,
                    std::span<const ContactImpulse> before);

    void step(double dt, const FreeMotion& motion);
    ContactOutcome outcome() &&;

private:
    // Of a contact, where its levers are measured.
    struct Anchor {
        Vec3d arm_a, arm_b;  // of the closest points; of bodies that are no balls in the principal axes
        double gap = 0.0;    // at the beginning, less the way between the points then
    };
    struct Answer {  // of a body; one that is held or asleep does not answer
        Vec3d inverse_mass = Vec3d::Zero();
        Mat3d inverse_inertia = Mat3d::Zero();
        Mat3d frame = Mat3d::Zero();  // in which the levers of its contacts were measured
        bool free = false;
        bool always_free = true;
        bool changed = true;  // so far that they have to be measured anew
    };
    struct Arms {
        Vec3d a, b;
    };

    void place(std::span<const ContactImpulse> before);
    void place_lane(ContactPack& pack, std::size_t lane, const ContactImpulse* before);
    void push_apart(double h);
    void move_gaps(double h);
    void relax();
    void bounce();
    void settle();

    void take_velocities();
    void take_velocity(std::size_t body);
    void give_back();
    void measure_rows();
    void measure_lane(ContactPack& pack, std::size_t lane);
    void note_given(ContactPack& pack, std::size_t lane);
    Arms arms(std::size_t contact) const;
    enum class Order { forth, back };
    static constexpr std::array kRounds{Order::forth, Order::back, Order::forth, Order::back};
    template <class Visit>
    void in_colours(const char* label, Order order, const Visit& visit);
    template <class Visit>
    void over_all(const char* label, const Visit& visit);

    ImpulseSettings settings_;
    std::span<const Contact> contacts_;
    std::span<const RigidBody> bodies_;
    std::span<RigidState> states_;
    std::vector<Anchor> anchors_;
    std::vector<Answer> answers_;
    std::vector<MovingBody> moving_, taken_;  // of the bodies, and one that never moves
    std::vector<ContactPack> packs_;
    std::vector<Index> colours_;
    std::vector<BodyLoad> noted_;      // by the contacts, about the centre of a
    std::vector<GivenImpulse> given_;  // by the contacts
    std::vector<Vec3d> turned_b_;      // angular impulses to the bodies b, about their centres
    std::vector<BodyLoad> applied_;    // momenta of the bodies that they have been given in float
    double ground_time_ = 0.0;
};

}  // namespace lamella
