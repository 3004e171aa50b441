#include <lamella/core/overloaded.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/matter/near_liquid.hpp>
#include <lamella/matter/probes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr Real kDry = 0.02f;           // filling below which nothing is there to measure
constexpr Real kSurface = 0.5f;        // filling at the surface
constexpr Real kSamplesAcross = 4.0f;  // of a spacing, along a line
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> columns_of(const Probe& probe) {
    return std::visit(
        Overloaded{[](const PointProbe&) {
                       return std::vector<std::string>{"time_s", "pressure_Pa", "vx_ms", "vy_ms", "vz_ms", "filling"};
                   },
                   [](const HeightProbe&) {
                       return std::vector<std::string>{"time_s", "height_m", "filled_m"};
                   },
                   [](const FluxProbe&) {
                       return std::vector<std::string>{"time_s", "volume_m3s", "mass_kgs"};
                   },
                   [](const ForceProbe&) {
                       return std::vector<std::string>{"time_s", "fx_N", "fy_N", "fz_N", "tx_Nm", "ty_Nm", "tz_Nm"};
                   }},
        probe);
}

// Measures one probe after the other.
class Measurement {
public:
    Measurement(const World& world, const Vec3d& origin) : world_(world), origin_(origin) {
        for (const AnySolver& solver : world.solvers())
            if (const auto view = solver.liquid_view()) liquids_.push_back(*view);
    }

    std::vector<double> operator()(const PointProbe& probe) const {
        const Vec3 x = relative(probe.at);
        const LiquidView* liquid = fullest(x);
        if (!liquid) return {kUnknown, kUnknown, kUnknown, kUnknown, 0.0};
        const NearLiquid near(*liquid, [&](const Vec3& p) { return (p - x).norm(); });
        return {near.pressure(x), near.velocity(x, 0), near.velocity(x, 1), near.velocity(x, 2), near.filling(x)};
    }

    // The last place along the line at which the filling falls through that of the surface, and how much of it is full.
    std::vector<double> operator()(const HeightProbe& probe) const {
        const Vec3 from = relative(probe.from), to = relative(probe.to);
        double height = 0.0, filled = 0.0;
        for (const LiquidView& liquid : liquids_) {
            const NearLiquid near(liquid, [&](const Vec3& p) { return distance_to_line(p, from, to); });
            const Index n =
                std::max(static_cast<Index>(std::ceil((to - from).norm() * kSamplesAcross / near.spacing())), 1);
            const double step = (to - from).norm() / n;
            Real before = near.filling(from);
            for (Index k = 0; k < n; ++k) {
                const Real after = near.filling(from + static_cast<Real>(k + 1) / static_cast<Real>(n) * (to - from));
                const bool in = before >= kSurface, out = after < kSurface;
                const double cut = before == after ? 0.5 : (before - kSurface) / (before - after);
                if (in && out) height = std::max(height, (k + cut) * step);
                if (in)
                    filled += out ? cut * step : step;
                else if (!out)
                    filled += (1.0 - cut) * step;
                before = after;
            }
            if (before >= kSurface) height = (to - from).norm();
        }
        return {height, filled};
    }

    std::vector<double> operator()(const FluxProbe& probe) const {
        const Rectangle rectangle{relative(probe.corner), probe.x_edge, probe.y_edge};
        double volume = 0.0, mass = 0.0;
        for (const LiquidView& liquid : liquids_) {
            const NearLiquid near(liquid, [&](const Vec3& p) { return rectangle.distance(p); });
            const auto [flow, mass_flow] = near.flow(rectangle);
            volume += flow;
            mass += mass_flow;
        }
        return {volume, mass};
    }

    // Torques are about the origin of the scene.
    std::vector<double> operator()(const ForceProbe& probe) const {
        const auto& [loads, dt] = world_.step_loads();
        if (dt <= 0.0) return std::vector<double>(6, kUnknown);
        const BodyLoad load = probe.body.empty() ? loads.walls : loads.on.at(world_.number_of(probe.body));
        const Vec3d force = load.impulse / dt;
        const Vec3d torque = load.angular / dt + cross(origin_, force);
        return {force.x(), force.y(), force.z(), torque.x(), torque.y(), torque.z()};
    }

private:
    Vec3 relative(const Vec3& p) const { return (p.cast<double>() - origin_).cast<Real>(); }

    // The liquid that has most of the point; null where it is dry.
    const LiquidView* fullest(const Vec3& x) const {
        const LiquidView* found = nullptr;
        Real most = kDry;
        for (const LiquidView& liquid : liquids_) {
            const Real filling = NearLiquid(liquid, [&](const Vec3& p) { return (p - x).norm(); }).filling(x);
            if (filling <= most) continue;
            most = filling;
            found = &liquid;
        }
        return found;
    }

    const World& world_;
    Vec3d origin_;
    std::vector<LiquidView> liquids_;
};

}  // namespace

Probes::Probes(std::vector<NamedProbe> probes, const Vec3d& origin, double interval)
    : probes_(std::move(probes)), origin_(origin), interval_(interval) {
    for (const NamedProbe& probe : probes_) tables_.push_back({probe.name, columns_of(probe.probe), {}});
}

// Rows lie on both sides of each multiple of the interval.
void Probes::sample(const World& world) {
    const double before = std::exchange(last_time_, world.time());
    if (probes_.empty()) return;
    if (interval_ > 0.0 && std::floor(world.time() / interval_) == std::floor(before / interval_)) return;
    const ProfileScope scope("probes");
    const Measurement measure(world, origin_);
    for (std::size_t k = 0; k < probes_.size(); ++k) {
        std::vector<double> row{world.time()};
        const std::vector<double> values = std::visit(measure, probes_[k].probe);
        row.insert(row.end(), values.begin(), values.end());
        tables_[k].rows.push_back(std::move(row));
    }
}

std::vector<ProbeTable> Probes::take_tables() {
    std::vector<ProbeTable> taken = tables_;
    for (ProbeTable& table : tables_) table.rows.clear();
    return taken;
}

ProbeNeeds needs_of(const std::vector<NamedProbe>& probes) {
    ProbeNeeds needs;
    for (const NamedProbe& probe : probes) {
        needs.pressure |= std::holds_alternative<PointProbe>(probe.probe);
        const auto* force = std::get_if<ForceProbe>(&probe.probe);
        needs.wall_loads |= force && force->body.empty();
    }
    return needs;
}

}  // namespace lamella
