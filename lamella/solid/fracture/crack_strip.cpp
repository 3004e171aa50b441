#include <lamella/core/error.hpp>
#include <lamella/solid/fracture/crack_strip.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kColumn = 0.7;                   // spacings, width of a column at most
constexpr double kOutside = 0.75;                 // that a strip sticks out of the solid
constexpr double kLeastDepth = 1.2;               // of a strip
constexpr double kLookAt = 1.0, kMean = 1.6;      // depth and radius of the average of stress
constexpr double kOffSkin = 1.0, kBetween = 2.0;  // how far points, and lines between them, may lie off the skin

Vec3d put_on_skin(Vec3d p, const RestBody& body) {
    for (int k = 0; k < 3; ++k) p -= body.at(p) * body.outwards(p);
    return p;
}

void refuse_off_skin(const PaintedCrack& crack, std::size_t k, const RestBody& body) {
    const double off = std::abs(body.at(crack.points[k].cast<double>()));
    if (off > kOffSkin * body.spacing)
        throw InputError(
            fmt::format("point {} of the curve lies {:.3g} m off the skin; up to one spacing, {:.3g} m, "
                        "it would be put on it",
                        k, off, body.spacing));
}

// The curve put on the skin, in steps of at most a column; its last point only where it ends there.
std::vector<Vec3d> on_skin(const PaintedCrack& crack, const RestBody& body) {
    std::vector<Vec3d> all;
    const std::size_t n = crack.points.size();
    for (std::size_t k = 0; k < n; ++k) refuse_off_skin(crack, k, body);
    for (std::size_t k = 0; k + (crack.closed ? 0 : 1) < n; ++k) {
        const Vec3d from = crack.points[k].cast<double>(), to = crack.points[(k + 1) % n].cast<double>();
        const auto pieces = static_cast<int>(std::ceil((to - from).norm() / (kColumn * body.spacing)));
        for (int piece = 0; piece < pieces; ++piece) {
            const Vec3d p = from + (to - from) * piece / pieces;
            if (std::abs(body.at(p)) > kBetween * body.spacing)
                throw InputError(
                    fmt::format("the line from point {} of the curve to the next lies up to {:.3g} m off "
                                "the skin; more points would keep it there",
                                k, std::abs(body.at(p))));
            all.push_back(put_on_skin(p, body));
        }
    }
    if (!crack.closed && n > 0) all.push_back(put_on_skin(crack.points.back().cast<double>(), body));
    return all;
}

}  // namespace

CrackStrip::CrackStrip(PaintedCrack crack, const RestBody& body) : crack_(std::move(crack)) {
    const std::vector<Vec3d> curve = on_skin(crack_, body);
    const std::size_t least = crack_.closed ? 3 : 2;
    if (curve.size() < least)
        throw InputError(
            fmt::format("the curve has {} points at different places, but needs {}", crack_.points.size(), least));
    const double least_depth = kLeastDepth * body.spacing;
    if (crack_.depth > 0.0f && crack_.depth < least_depth)
        throw InputError(
            fmt::format("a depth of {:.3g} m is less than 1.2 spacings, {:.3g} m, so particles would not "
                        "notice it",
                        crack_.depth, least_depth));
    const double depth = crack_.depth > 0.0f ? crack_.depth : least_depth;
    rows_ = 1 + static_cast<Index>(std::ceil((depth / body.spacing + kOutside) / kColumn));
    for (const Vec3d& p : curve) {
        const Vec3d out = body.outwards(p);
        const Vec3d top = p + kOutside * body.spacing * out, bottom = p - depth * out;
        for (Index row = 0; row < rows_; ++row) vertices_.push_back(top + (bottom - top) * row / (rows_ - 1));
    }
    lines_ = static_cast<Index>(curve.size());
    open_.assign(curve.size() - (crack_.closed ? 0 : 1), 0);
}

Index CrackStrip::open_count() const { return static_cast<Index>(std::ranges::count(open_, char{1})); }

void CrackStrip::add_to(CrackSheets& sheets) {
    first_vertex_ = sheets.add_sheet(vertices_, {});
    sheet_ = sheets.sheet_count() - 1;
}

double CrackStrip::time_of(Index column) const {
    const std::vector<Real>& times = crack_.times;
    if (times.empty()) return 0.0;
    const double at = (column + 0.5) / column_count() * static_cast<double>(times.size() - 1);
    const auto k = static_cast<std::size_t>(at);
    if (k + 1 >= times.size()) return times.back();
    const double share = at - static_cast<double>(k);
    return (1.0 - share) * times[k] + share * times[k + 1];
}

bool CrackStrip::due(Index column, const StressField& field, double spacing, double time) const {
    if (time < time_of(column)) return false;
    if (crack_.strength <= 0.0f) return true;
    const Index after = line_after(column);
    const Vec3d down = (inwards(column) + inwards(after)).normalized();
    const Vec3d along = corner(after, 0) - corner(column, 0);
    const Vec3d across = cross(along, down).normalized();
    const Vec3d top = 0.5 * (corner(column, 0) + corner(after, 0));
    const Mat3d stress = field.mean(top + (kOutside + kLookAt) * spacing * down, kMean * spacing).stress;
    return across.dot(stress * across) >= crack_.strength;
}

void CrackStrip::lay(CrackSheets& sheets, Index column) const {
    const Index a = first_vertex_ + column * rows_, b = first_vertex_ + line_after(column) * rows_;
    for (Index row = 0; row + 1 < rows_; ++row) {
        sheets.add_triangle({a + row, a + row + 1, b + row + 1}, sheet_);
        sheets.add_triangle({a + row, b + row + 1, b + row}, sheet_);
    }
}

bool CrackStrip::waits(Index line) const {
    const Index before = line > 0 ? line - 1 : (crack_.closed ? lines_ - 1 : -1);
    const bool closed_before = before >= 0 && open_[before] == 0;
    const bool closed_after = line < column_count() && open_[line] == 0;
    return closed_before || closed_after;
}

// The front along the bottom of columns that have opened side by side.
void CrackStrip::add_front(CrackSheets& sheets, const RestBody& body, Index first, Index columns) const {
    const bool ring = crack_.closed && columns == column_count();
    std::vector<Index> lines{first};
    for (Index k = 0; k + (ring ? 1 : 0) < columns; ++k) lines.push_back(line_after(lines.back()));
    std::vector<Index> vertices;
    std::vector<Vec3d> directions;
    for (const Index line : lines) {
        vertices.push_back(bottom(line));
        directions.push_back(inwards(line));
    }
    sheets.add_front(vertices, directions, ring, sheet_);
    CrackFront& front = sheets.fronts().back();
    for (Index k = 0; k < front.size(); ++k) {
        FrontNode& node = front.nodes[k];
        node.turned = 1;
        if (!body.inside(node.position))
            node.state = NodeState::out;
        else if (waits(lines[k]))
            node.state = NodeState::waiting;
    }
}

void CrackStrip::add_fronts(CrackSheets& sheets, const RestBody& body, const std::vector<char>& opened) const {
    const Index n = column_count();
    if (crack_.closed && std::ranges::count(opened, char{0}) == 0) return add_front(sheets, body, 0, n);
    for (Index c = 0; c < n; ++c) {
        const bool goes_on = c > 0 ? opened[c - 1] != 0 : crack_.closed && opened[n - 1] != 0;
        if (!opened[c] || goes_on) continue;
        Index columns = 1;
        while (columns < n && (crack_.closed || c + columns < n) && opened[(c + columns) % n]) ++columns;
        add_front(sheets, body, c, columns);
    }
}

bool CrackStrip::open(CrackSheets& sheets, const StressField& field, const RestBody& body, double time) {
    std::vector<char> opened(open_.size(), 0);
    for (Index c = 0; c < column_count(); ++c)
        if (!open_[c] && due(c, field, body.spacing, time)) opened[c] = 1;
    if (std::ranges::count(opened, char{1}) == 0) return false;
    for (Index c = 0; c < column_count(); ++c) {
        if (!opened[c]) continue;
        open_[c] = 1;
        lay(sheets, c);
    }
    add_fronts(sheets, body, opened);
    sheets.join_fronts(sheet_);
    sheets.cut_fronts();
    return true;
}

}  // namespace lamella
