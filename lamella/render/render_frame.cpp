#include <lamella/render/colour_bar.hpp>
#include <lamella/render/path_tracer.hpp>
#include <lamella/render/render_frame.hpp>

namespace lamella {

namespace {

constexpr Index kLeastSamples = 4;  // that tell noise from light

Image traced(const RenderSettings& settings, const RenderScene& scene, const RenderSubject& subject) {
    const NoisyImage noisy = PathTracer(settings, scene, subject).trace();
    return settings.denoise && settings.samples >= kLeastSamples ? denoise(noisy) : noisy.mean();
}

}  // namespace

Picture render_frame(const RenderSettings& settings, const RenderSubject& subject) {
    const RenderScene scene(settings, subject);
    Picture picture = develop(traced(settings, scene, subject), settings.exposure);
    if (settings.show == Show::particles) draw_colour_bar(picture, settings.colour_by, scene.colours());
    return picture;
}

Image render_light(const RenderSettings& settings, const RenderSubject& subject) {
    return traced(settings, RenderScene(settings, subject), subject);
}

}  // namespace lamella
