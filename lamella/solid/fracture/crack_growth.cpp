#include <lamella/core/parallel.hpp>
#include <lamella/solid/fracture/crack_growth.hpp>
#include <lamella/solid/fracture/front_events.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kMostTurn = 20.0 * std::numbers::pi / 180.0;  // of strips after the first
constexpr double kStrip = 0.35;                                // spacings: a node so far from the last strip lays one
constexpr int kAverages = 2;

// (5.6.6), the way that the crack has being 0.
double led(double angle, double history) {
    return std::atan2((1.0 - history) * std::sin(angle), history + (1.0 - history) * std::cos(angle));
}

// (1, 2, 1) / 4 over live nodes.
std::vector<NodeMotion> averaged(const CrackFront& front, const std::vector<NodeMotion>& motions) {
    std::vector<NodeMotion> result = motions;
    for (Index i = 0; i < front.size(); ++i) {
        if (!front.nodes[i].live()) continue;
        NodeMotion sum{2.0 * motions[i].angle, 2.0 * motions[i].speed};
        double weight = 2.0;
        for (const Index k : {front.previous(i), front.next(i)}) {
            if (k < 0 || !front.nodes[k].live()) continue;
            sum.angle += motions[k].angle;
            sum.speed += motions[k].speed;
            weight += 1.0;
        }
        result[i] = {sum.angle / weight, sum.speed / weight};
    }
    return result;
}

Vec3d heading(const CrackFront& front, Index i, double angle) {
    const Vec3d forward = front.forward(i), up = cross(front.tangent(i), forward);
    const double most = front.nodes[i].turned ? kMostTurn : std::numbers::pi;
    const double turn = std::clamp(angle, -most, most);
    return std::cos(turn) * forward + std::sin(turn) * up;
}

// The mean way of the live nodes beside one that is not.
Vec3d drawn_along(const CrackFront& front, Index i, const std::vector<Vec3d>& ways) {
    Vec3d sum = Vec3d::Zero();
    double count = 0.0;
    for (const Index k : {front.previous(i), front.next(i)}) {
        if (k < 0 || !front.nodes[k].live()) continue;
        sum += ways[k];
        count += 1.0;
    }
    return count > 0.0 ? Vec3d(sum / count) : sum;
}

bool wants_strip(const CrackSheets& sheets, const CrackFront& front) {
    return std::ranges::any_of(front.nodes, [&](const FrontNode& node) {
        return (node.position - sheets.vertices()[node.vertex]).norm() > kStrip * sheets.spacing();
    });
}

// Whether anything happened that the strip has to show at once.
bool move_front(CrackSheets& sheets, CrackFront& front, const std::vector<NodeMotion>& motions, const RestBody& body,
                double dt) {
    std::vector<Vec3d> ways(front.nodes.size(), Vec3d::Zero()), headings = ways;
    for (Index i = 0; i < front.size(); ++i) {
        if (!front.nodes[i].live()) continue;
        headings[i] = heading(front, i, motions[i].angle);
        ways[i] = motions[i].speed * dt * headings[i];
    }
    const CrackFront before = front;
    for (Index i = 0; i < front.size(); ++i) {
        FrontNode& node = front.nodes[i];
        if (node.live())
            node.position += ways[i];
        else
            draw_along(node, drawn_along(before, i, ways), body);
    }
    bool happened = false;
    for (Index i = 0; i < front.size(); ++i) {
        if (!before.nodes[i].live() || motions[i].speed <= 0.0) continue;
        FrontNode& node = front.nodes[i];
        const bool met = hit_sheet(sheets, front.sheet, node, before.nodes[i].position, headings[i]) ||
                         leave_body(node, headings[i], body);
        happened = happened || met;
    }
    return happened;
}

}  // namespace

CrackLaw crack_law(double E, double nu, double density, double toughness, double spacing) {
    const double plane = E / (1.0 - nu * nu), shear_speed = std::sqrt(E / (2.0 * (1.0 + nu) * density));
    return {0.28 * std::sqrt(plane * toughness / spacing), shear_speed * (0.87 + 1.12 * nu) / (1.0 + nu)};
}

std::vector<NodeMotion> scan_front(const CrackFront& front, const StressField& field, CrackLaws laws, double spacing) {
    std::vector<NodeMotion> motions(front.nodes.size());
    parallel_for(
        "scan crack front", front.size(),
        [&](Index i) {
            if (!front.nodes[i].live()) return;
            const Vec3d forward = front.forward(i), up = cross(front.tangent(i), forward);
            const ScannedStress peak = scan_hoop_stress(field, front.nodes[i].position, forward, up, spacing);
            const CrackLaw law = laws(front.sheet, front.nodes[i].position);
            motions[i].angle = front.nodes[i].turned ? led(peak.angle, law.history) : peak.angle;
            if (peak.stress > law.threshold) {
                const double ratio = law.threshold / peak.stress;
                motions[i].speed = law.rayleigh_speed * (1.0 - ratio * ratio);
            }
        },
        4);
    for (int k = 0; k < kAverages; ++k) motions = averaged(front, motions);
    return motions;
}

void move_fronts(CrackSheets& sheets, std::span<const std::vector<NodeMotion>> motions, const RestBody& body,
                 double dt) {
    for (std::size_t f = 0; f < sheets.fronts().size(); ++f) {
        CrackFront& front = sheets.fronts()[f];
        const bool happened = move_front(sheets, front, motions[f], body, dt);
        if (!happened && !wants_strip(sheets, front)) continue;
        sheets.lay_strip(front);
        sheets.even_out(front);
        push_out_short_rest(sheets, front, body);
    }
    sheets.cut_fronts();
}

void grow_cracks(CrackSheets& sheets, const StressField& field, const RestBody& body, CrackLaws laws, double dt) {
    std::vector<std::vector<NodeMotion>> motions;
    for (const CrackFront& front : sheets.fronts()) motions.push_back(scan_front(front, field, laws, sheets.spacing()));
    move_fronts(sheets, motions, body, dt);
}

}  // namespace lamella
