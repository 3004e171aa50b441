// One picture of one frame.
#pragma once

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
// number of threads. A mesh or particle that is not finite is an InputError.
RenderedFrame render_frame(const RenderSettings& settings, const RenderSubject& subject);

// The same in linear light, without tone mapping and colour bar.
Image render_light(const RenderSettings& settings, const RenderSubject& subject);

}  // namespace lamella
