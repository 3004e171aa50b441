// One picture of one frame.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/render/image.hpp>
#include <lamella/render/ray_tally.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/render/render_subject.hpp>

namespace lamella {

struct RenderedFrame {
    Picture picture;
    RayReport rays;
};

// The picture as a screen shows it, with a colour bar where particles are coloured. The same bits for any
// number of threads. A mesh or particle that is not finite or too far away is an InputError. Throws Stopped when the
// run is to stop.
RenderedFrame render_frame(const RenderSettings& settings, const RenderSubject& subject, const Run& run = {});

// The same in linear light, without tone mapping and colour bar.
Image render_light(const RenderSettings& settings, const RenderSubject& subject);

}  // namespace lamella
