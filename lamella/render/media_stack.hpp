// The clear bodies that a ray is inside of, which may overlap, and the one that it goes through: that of the highest
// priority (Schmidt and Budge 2002, Simple Nested Dielectrics in Ray Traced Images). So liquid whose surface reaches
// into a glass wall touches the glass, without a film of air between that coinciding surfaces could not avoid. A
// departure: among equal priorities the one entered first counts, so that two liquids that overlap meet at one surface;
// and a surface between equal media is none.
#pragma once

#include <lamella/render/optics.hpp>

#include <array>

namespace lamella {

class MediaStack {
public:
    // What the ray goes through; nullptr in air.
    const Medium* medium() const {
        const Medium* top = nullptr;
        for (int i = 0; i < count_; ++i)
            if (!top || media_[i]->priority > top->priority) top = media_[i];
        return top;
    }
    Real ior() const {
        const Medium* top = medium();
        return top ? top->ior : 1.0f;
    }
    Vec3 absorption() const {
        const Medium* top = medium();
        return top ? top->absorption : Vec3(Vec3::Zero());
    }

    bool holds(const Medium* medium) const {
        for (int i = 0; i < count_; ++i)
            if (media_[i] == medium) return true;
        return false;
    }

    // More bodies inside one another than there is room for are not seen.
    void enter(const Medium* medium) {
        if (count_ < static_cast<int>(media_.size())) media_[count_++] = medium;
    }
    void leave(const Medium* medium) {
        for (int i = 0; i < count_; ++i) {
            if (media_[i] != medium) continue;
            for (--count_; i < count_; ++i) media_[i] = media_[i + 1];
            return;
        }
    }

    // Whether light passes from one into the other as if nothing were there.
    friend bool same_optics(const MediaStack& a, const MediaStack& b) {
        return a.medium() == b.medium() || (a.ior() == b.ior() && a.absorption() == b.absorption());
    }

private:
    std::array<const Medium*, 6> media_ = {};
    int count_ = 0;
};

}  // namespace lamella
