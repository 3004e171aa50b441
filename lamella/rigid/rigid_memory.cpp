#include <lamella/rigid/rigid_memory.hpp>

namespace lamella {

RigidMemory::RigidMemory(std::span<const RigidState> states, std::span<const ContactImpulse> contacts,
                         std::span<const BodyContact> shown) {
    for (const RigidState& s : states) {
        centre_.push_back(s.centre);
        frame_.push_back(s.frame);
        velocity_.push_back(s.velocity);
        angular_.push_back(s.angular);
        still_for_.push_back(s.still_for);
        group_.push_back(s.group);
        hold_.push_back(s.hold);
        grip_centre_.push_back(s.grip_centre);
        grip_frame_.push_back(s.grip_frame);
    }
    for (const ContactImpulse& i : contacts) {
        a_.push_back(i.a);
        other_.push_back(i.other);
        feature_.push_back(i.feature);
        normal_.push_back(i.normal);
        across_.push_back(i.across);
    }
    for (const BodyContact& c : shown) {
        shown_a_.push_back(c.a);
        shown_b_.push_back(c.b);
        shown_point_.push_back(c.point);
        shown_normal_.push_back(c.normal);
        shown_force_.push_back(c.force);
    }
}

void RigidMemory::recall(std::vector<RigidState>& states, std::vector<ContactImpulse>& contacts,
                         std::vector<BodyContact>& shown) const {
    states.resize(centre_.size());
    for (std::size_t i = 0; i < states.size(); ++i)
        states[i] = {centre_[i], frame_[i], velocity_[i],    angular_[i],   still_for_[i],
                     group_[i],  hold_[i],  grip_centre_[i], grip_frame_[i]};
    contacts.resize(a_.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        contacts[i] = {a_[i], other_[i], feature_[i], normal_[i], across_[i]};
    shown.resize(shown_a_.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] = {shown_a_[i], shown_b_[i], shown_point_[i], shown_normal_[i], shown_force_[i]};
}

}  // namespace lamella
