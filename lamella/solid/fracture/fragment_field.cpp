#include <lamella/solid/fracture/fragment_field.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace lamella {
namespace {

constexpr double kVote = 1.5, kFar = 2.2;  // spacings
constexpr std::size_t kVoters = 6;

struct Voter {
    double squared;
    Index particle;
    Vec3d place;
    auto order() const { return std::pair(squared, particle); }
};

}  // namespace

Index FragmentField::label(const Vec3d& p) const {
    if (!body_.inside(p)) return kOutside;
    std::vector<Voter> voters;
    cells_.for_each_within(p, kFar * spacing(), [&](Index i, const Vec3d& d) {
        voters.push_back({d.squaredNorm(), i, p + d});
    });
    if (voters.empty()) return kOutside;
    std::ranges::sort(voters, {}, &Voter::order);
    const auto of = [&](const Voter& v) { return fragments_[v.particle]; };
    const Index nearest = of(voters.front());
    const double radius = kVote * spacing();
    if (std::ranges::all_of(voters, [&](const Voter& v) { return of(v) == nearest || v.squared > radius * radius; }))
        return nearest;
    std::map<Index, double> votes;
    std::size_t count = 0;
    for (const Voter& v : voters) {
        if (count == kVoters || (count > 0 && v.squared > radius * radius)) break;
        if (sheets_.first_crossing(p, v.place).found()) continue;
        votes[of(v)] += std::max(1.0 - v.squared / (radius * radius), 1e-6);
        ++count;
    }
    if (votes.empty()) return nearest;
    return std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; })->first;
}

// Where the body ends, by bisection and at last a chord.
FragmentField::Face FragmentField::skin(const Vec3d& a, const Vec3d& b) const {
    Vec3d in = body_.inside(a) ? a : b, out = body_.inside(a) ? b : a;
    double at_in = body_.at(in), at_out = body_.at(out);
    if (at_in >= 0.0) return {0.5 * (a + b), (out - in).normalized(), false};  // a crumb's node, beside the body
    if (at_out < 0.0) return {0.5 * (a + b), body_.outwards(out), false};      // inside, but far from all particles
    for (int k = 0; k < 4; ++k) {
        const Vec3d middle = 0.5 * (in + out);
        const double at = body_.at(middle);
        (at < 0.0 ? in : out) = middle;
        (at < 0.0 ? at_in : at_out) = at;
    }
    const Vec3d point = in + at_in / (at_in - at_out) * (out - in);
    return {point, body_.outwards(point), false};
}

double FragmentField::lead(const Vec3d& p, Index first, Index second) const {
    double sum = 0.0;
    const double radius = kVote * spacing();
    cells_.for_each_within(p, radius, [&](Index i, const Vec3d& d) {
        const double w = 1.0 - d.squaredNorm() / (radius * radius);
        if (fragments_[i] == first) sum += w;
        if (fragments_[i] == second) sum -= w;
    });
    return sum;
}

FragmentField::Face FragmentField::between(const Vec3d& a, Index label_a, const Vec3d& b, Index label_b) const {
    const double at_a = lead(a, label_a, label_b), at_b = lead(b, label_a, label_b);
    const double share = at_a > 0.0 && at_b < 0.0 ? at_a / (at_a - at_b) : 0.5;
    const Vec3d point = a + share * (b - a);
    Vec3d gradient;
    for (int c = 0; c < 3; ++c) {
        const Vec3d to = 0.1 * spacing() * Vec3d::Unit(c);
        gradient[c] = lead(point + to, label_a, label_b) - lead(point - to, label_a, label_b);
    }
    const double length = gradient.norm();
    return {point, length > 0.0 ? Vec3d(gradient / length) : Vec3d((b - a).normalized()), true};
}

FragmentField::Face FragmentField::face(const Vec3d& a, Index label_a, const Vec3d& b, Index label_b) const {
    if (label_a == kOutside || label_b == kOutside) return skin(a, b);
    std::optional<double> best;  // the sheet's crossing nearest to the middle
    Index triangle = -1;
    sheets_.for_each_crossing(a, b, [&](Index t, double share) {
        const auto off = [](double s) { return std::abs(s - 0.5); };
        if (best && std::pair(off(*best), triangle) <= std::pair(off(share), t)) return;
        best = share;
        triangle = t;
    });
    if (!best) return between(a, label_a, b, label_b);
    return {a + *best * (b - a), sheets_.triangle(triangle).area_normal().normalized(), true};
}

}  // namespace lamella
