// The frames of a sequence whose surfaces depend on the frames before them (frames_before() of surface_method.hpp).
// They may be asked for in any order: frames before the one that is asked for are done again where they were not done
// just before it, so that a frame has the same bits after a resume and whichever frames are asked for.
#pragma once

#include <lamella/core/error.hpp>
#include <lamella/surface/surface_memory.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lamella {

class SurfaceSequence {
public:
    using Memory = std::map<std::string, SurfaceMemory>;  // by the name of the fluid

    // again(position, memory) does the frame at that position of the sequence without writing it.
    SurfaceSequence(Index frames_before, std::function<void(Index, Memory&)> again)
        : frames_before_(frames_before), again_(std::move(again)) {}

    // Calls work(memory of the frames before) for the frame at that position.
    template <class Work>
    auto at(Index position, Work&& work) {
        const std::optional<Index> next = std::exchange(next_, std::nullopt);
        const Index first = std::max(0, position - frames_before_);
        const bool goes_on = next && *next >= first && *next <= position;
        if (!goes_on) memory_.clear();
        for (Index p = goes_on ? *next : first; p < position; ++p) try {
                again_(p, memory_);
            } catch (const InputError&) {  // told when its turn comes; the sequence starts anew behind it
                memory_.clear();
            }
        auto result = work(memory_);
        next_ = position + 1;
        return result;
    }

private:
    Index frames_before_;
    std::function<void(Index, Memory&)> again_;
    Memory memory_;
    std::optional<Index> next_;  // the frame that the memory is for
};

}  // namespace lamella
