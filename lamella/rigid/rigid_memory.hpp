// The state of rigid bodies and their contacts as columns, one of each for all bodies: what is saved and restored.
#pragma once

#include <lamella/rigid/contact_outcome.hpp>

namespace lamella {

class RigidMemory {
public:
    RigidMemory(std::span<const RigidState> states, std::span<const ContactImpulse> contacts,
                std::span<const BodyContact> shown);

    void recall(std::vector<RigidState>& states, std::vector<ContactImpulse>& contacts,
                std::vector<BodyContact>& shown) const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("centre", centre_);
        visit("frame", frame_);
        visit("velocity", velocity_);
        visit("angular", angular_);
        visit("still_for", still_for_);
        visit("group", group_);
        visit("hold", hold_);
        visit("grip_centre", grip_centre_);
        visit("grip_frame", grip_frame_);
        visit("contact.a", a_);
        visit("contact.other", other_);
        visit("contact.feature", feature_);
        visit("contact.normal", normal_);
        visit("contact.across", across_);
        visit("shown.a", shown_a_);
        visit("shown.b", shown_b_);
        visit("shown.point", shown_point_);
        visit("shown.normal", shown_normal_);
        visit("shown.force", shown_force_);
    }

private:
    std::vector<Vec3d> centre_, velocity_, angular_, grip_centre_, across_, shown_point_, shown_normal_, shown_force_;
    std::vector<Mat3d> frame_, grip_frame_;
    std::vector<double> still_for_, normal_;
    std::vector<Index> group_, hold_, a_, other_, shown_a_, shown_b_;
    std::vector<std::int64_t> feature_;
};

}  // namespace lamella
