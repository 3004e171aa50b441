#include <lamella/render/colour_bar.hpp>
#include <lamella/render/path_tracer.hpp>
#include <lamella/render/render_frame.hpp>

namespace lamella {

namespace {

constexpr Index kLeastSamples = 4;  // that tell noise from light

Image clean(const RenderSettings& settings, const NoisyImage& noisy) {
    return settings.denoise && settings.samples >= kLeastSamples ? denoise(noisy) : noisy.mean();
}

}  // namespace

RenderedFrame render_frame(const RenderSettings& settings, const RenderSubject& subject, const Run& run) {
    const RenderScene scene(settings, subject);
    const TracedImage traced = PathTracer(settings, scene, subject).trace(run);
    RenderedFrame frame{develop(clean(settings, traced.image), settings.exposure), traced.rays};
    if (scene.colours()) draw_colour_bar(frame.picture, settings.colour_by, *scene.colours());
    return frame;
}

Image render_light(const RenderSettings& settings, const RenderSubject& subject) {
    const RenderScene scene(settings, subject);
    return clean(settings, PathTracer(settings, scene, subject).trace({}).image);
}

}  // namespace lamella
