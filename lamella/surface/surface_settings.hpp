// The list of surfaces that a scene can ask for: those of implicit fields, each of a frame, and one that is tracked.
#pragma once

#include <lamella/surface/tracked_parameters.hpp>

#include <variant>

namespace lamella {

template <class Fields, FieldParameters P>
struct FieldsAnd;
template <FieldParameters... F, FieldParameters P>
struct FieldsAnd<OneField<F...>, P> {
    using List = OneField<F..., P>;
};

// The first is the default.
using SurfaceField = FieldsAnd<FrameField, TrackedParameters>::List;

}  // namespace lamella
