#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/strand_bgeo.hpp>
#include <lamella/io/strand_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lamella {

Strands read_strands(const std::filesystem::path& path, ReadNotes* notes) {
    return parse_strands(read_file(path), path, notes);
}

Strands parse_strands(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes) {
    if (has_strand_ending(name)) return read_strand_bgeo(bytes, name.string(), notes);
    ParticleSet points = parse_particles(bytes, name, notes);
    if (!points.find<IndexColumn>(kCurveColumn))
        throw InputError(
            fmt::format("{}: its points have no whole number '{}' that joins them", name.string(), kCurveColumn));
    return strands_of(std::move(points));
}

void write_strands(const std::filesystem::path& path, const Strands& strands, const Provenance& provenance) {
    if (has_strand_ending(path)) return write_file(path, write_strand_bgeo(strands, provenance));
    write_particles(path, points_of(strands), provenance);
}

bool has_strand_ending(const std::filesystem::path& path) {
    const std::string ending = ending_of(path);
    return ending == ".bgeo" || ending == ".bhclassic";
}

bool holds_strands(std::string_view bytes, const std::filesystem::path& name) {
    return has_strand_ending(name) && bgeo_has_strands(bytes, name.string());
}

ParticleSet points_of(const Strands& strands) {
    ParticleSet points;
    static_cast<ColumnTable&>(points) = strands.points;
    points.add<Vec3Column>("P");
    auto& curve = points.add<IndexColumn>(kCurveColumn);
    for (Index s = 0; s < strands.count(); ++s)
        for (Index i = strands.begin_of(s); i < strands.end_of(s); ++i) curve[i] = s;
    return points;
}

Strands strands_of(ParticleSet points) {
    const auto& curve = points.get<IndexColumn>(kCurveColumn);
    std::vector<Index> order(static_cast<std::size_t>(points.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](Index i) { return curve[i]; });
    Strands strands;
    for (std::size_t k = 1; k < order.size(); ++k)
        if (curve[order[k]] != curve[order[k - 1]]) strands.first.push_back(static_cast<Index>(k));
    if (!order.empty()) strands.first.push_back(points.size());
    auto& positions = points.positions();
    for (Index i = 0; i < points.size(); ++i)
        positions.set(i, (points.origin + positions[i].cast<double>()).cast<Real>());
    points.remove(kCurveColumn);
    strands.points = std::move(static_cast<ColumnTable&>(points));
    strands.points.reorder(order);
    return strands;
}

}  // namespace lamella
