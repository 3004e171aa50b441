#include <lamella/core/parallel.hpp>
#include <lamella/io/records.hpp>
#include <lamella/io/wide_positions.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

double Field::value(Index row) const {
    if (index) return index[row];
    if (!real) return offset;
    if (type == Number::uint8) return std::round(255.0 * std::clamp(static_cast<double>(real[row]), 0.0, 1.0));
    return real[row] + offset;
}

namespace {

Field field(const PaddedArray<Real>& array) { return {.type = Number::float32, .real = array.data()}; }
Field field(const PaddedArray<Index>& array) { return {.type = Number::int32, .index = array.data()}; }

}  // namespace

std::vector<Field> fields_of(const AnyColumn& column) {
    return std::visit(
        [](const auto& values) {
            std::vector<Field> fields;
            for (int c = 0; c < values.components; ++c) fields.push_back(field(values.component(c)));
            return fields;
        },
        column);
}

std::vector<Field> position_fields(const ParticleSet& points, bool allow_wide) {
    const Box3 box = bounds(points.positions());
    const bool wide =
        allow_wide && !box.empty() && points.origin != Vec3d::Zero() &&
        needs_wide_positions(points.origin + box.min.cast<double>(), points.origin + box.max.cast<double>());
    std::vector<Field> fields = fields_of(points.columns().find("P")->second);
    for (int c = 0; c < 3; ++c) {
        Field& f = fields[static_cast<std::size_t>(c)];
        f.offset = points.origin[c];
        if (wide) f.type = Number::float64;
    }
    return fields;
}

void append_records(std::string& out, Index rows, const std::vector<Field>& fields, std::endian order) {
    std::vector<std::size_t> offsets{0};
    for (const Field& f : fields) offsets.push_back(offsets.back() + size_of(f.type));
    const std::size_t start = out.size(), stride = offsets.back();
    out.resize(start + stride * static_cast<std::size_t>(rows));
    parallel_for("file records", rows, [&](Index row) {
        char* record = out.data() + start + stride * static_cast<std::size_t>(row);
        for (std::size_t k = 0; k < fields.size(); ++k)
            store(record + offsets[k], fields[k].value(row), fields[k].type, order);
    });
}

}  // namespace lamella
