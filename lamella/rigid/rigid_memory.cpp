#include <lamella/rigid/rigid_memory.hpp>

namespace lamella {

RigidMemory::RigidMemory(std::span<const RigidState> states, std::span<const ContactImpulse> impulses) {
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
    for (const ContactImpulse& i : impulses) {
        a_.push_back(i.a);
        other_.push_back(i.other);
        feature_.push_back(i.feature);
        normal_.push_back(i.normal);
        across_.push_back(i.across);
    }
}

void RigidMemory::recall(std::vector<RigidState>& states, std::vector<ContactImpulse>& impulses) const {
    states.resize(centre_.size());
    for (std::size_t i = 0; i < states.size(); ++i)
        states[i] = {centre_[i], frame_[i], velocity_[i],    angular_[i],   still_for_[i],
                     group_[i],  hold_[i],  grip_centre_[i], grip_frame_[i]};
    impulses.resize(a_.size());
    for (std::size_t i = 0; i < impulses.size(); ++i)
        impulses[i] = {a_[i], other_[i], feature_[i], normal_[i], across_[i]};
}

}  // namespace lamella
