#include <lamella/core/overloaded.hpp>
#include <lamella/core/smooth_noise.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/pipeline/setup/fracture_setup.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

using Painted = std::function<Real(const Vec3&)>;  // 0 to 1, of a place in the simulation

std::vector<Vec3> placed(const std::vector<Vec3>& points, const Vec3d& origin) {
    std::vector<Vec3> all;
    for (const Vec3& p : points) all.emplace_back((p.cast<double>() - origin).cast<Real>());
    return all;
}

// The curves of one entry: its points, or the strands of its file.
std::vector<std::vector<Vec3>> curves_of(const PaintedCurve& curve, Assets& assets) {
    if (!curve.file) return {curve.crack.points};
    const Strands strands = parse_strands(assets.read(*curve.file), curve.file->path);
    if (strands.count() == 0) throw InputError(fmt::format("there is no curve in {}", curve.file->path.string()));
    std::vector<std::vector<Vec3>> all;
    for (Index s = 0; s < strands.count(); ++s) {
        auto& points = all.emplace_back();
        for (Index p = strands.begin_of(s); p < strands.end_of(s); ++p) points.push_back(strands.positions()[p]);
    }
    return all;
}

Painted painted_at(const StrengthSource& source, const Vec3d& origin, Assets& assets) {
    const auto shape = [&](const Shape& s) -> Painted {
        return [field = shape_field(s, origin, assets)](const Vec3& p) {
            return field.signed_distance(p) <= 0.0f ? 1.0f : 0.0f;
        };
    };
    return std::visit(
        Overloaded{[&](const ImageStrength& image) -> Painted {
                       return [image, origin, picture = texture_of(image.file, assets)](const Vec3& p) {
                           const Vec3 there = (p.cast<double>() + origin).cast<Real>();
                           const Vec3 at = std::visit(
                               [&](const auto& projection) { return projection.place_of(there, Vec3::Zero()); },
                               image.projection);
                           return picture->at(at.x(), at.y()).mean();
                       };
                   },
                   [&](const NoiseStrength& noise) -> Painted {
                       return [noise, origin](const Vec3& p) {
                           const Vec3d there = (p.cast<double>() + origin) / static_cast<double>(noise.length);
                           const auto seed = static_cast<std::uint64_t>(noise.seed);
                           return static_cast<Real>(std::clamp(0.5 + smooth_noise(there, seed).x(), 0.0, 1.0));
                       };
                   },
                   [&](const auto& analytic) { return shape(Shape(analytic)); }},
        source);
}

std::function<Real(const Vec3&)> strength_factor(const std::vector<StrengthCoat>& coats, const std::string& path,
                                                 const Vec3d& origin, Assets& assets) {
    if (coats.empty()) return {};
    struct Coat {
        Painted painted;
        Real factor;
        bool outside;
    };
    std::vector<Coat> all;
    for (std::size_t c = 0; c < coats.size(); ++c)
        blame(fmt::format("{}.strength_paint[{}]", path, c), [&] {
            all.push_back({painted_at(coats[c].source, origin, assets), coats[c].factor, coats[c].outside});
        });
    return [all](const Vec3& p) {
        Real factor = 1.0f;
        for (const Coat& coat : all) {
            const Real there = coat.outside ? 1.0f - coat.painted(p) : coat.painted(p);
            factor *= 1.0f + there * (coat.factor - 1.0f);
        }
        return factor;
    };
}

}  // namespace

void set_fracture(const Scene& scene, std::size_t k, Assets& assets, SolidSetup& setup) {
    if (!scene.solids[k].fracture) return;
    const SceneFracture& fracture = *scene.solids[k].fracture;
    const Vec3d origin = simulation_origin(scene);
    const std::string path = fmt::format("solids[{}].fracture", k);
    setup.fracture = fracture.law;
    for (Notch& notch : setup.fracture->notches) notch.corner = (notch.corner.cast<double>() - origin).cast<Real>();
    const RestBody body{setup.distance, setup.spacing};
    for (std::size_t c = 0; c < fracture.cracks.size(); ++c)
        blame(fmt::format("{}.cracks[{}]", path, c), [&] {
            PaintedCrack crack = fracture.cracks[c].crack;
            for (const auto& points : curves_of(fracture.cracks[c], assets)) {
                crack.points = placed(points, origin);
                setup.control.strips.emplace_back(crack, body);
            }
        });
    setup.control.strength_factor = strength_factor(fracture.strength_paint, path, origin, assets);
}

}  // namespace lamella
