#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/pipeline/tracked/painted_particles.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {

Index PaintedParticles::row_of(Index id) const {
    const auto ids = table_.get<IndexColumn>("id").span();
    const auto at = std::lower_bound(ids.begin(), ids.end(), id);
    return at != ids.end() && *at == id ? static_cast<Index>(at - ids.begin()) : -1;
}

void PaintedParticles::see(const ParticleSet& particles, const SurfacePainter& painter) {
    const auto* id = particles.find<IndexColumn>("id");
    if (!id)
        throw InputError(
            "the particles have no ids (id), by which they would keep their colours; say \"paint_on\": \"vertices\"");
    const auto* phase = particles.find<IndexColumn>("phase");
    if (painter.needs_phase() && !phase)
        throw InputError("the particles have no column 'phase', which 'surface.paint' asks for");
    table_.add<IndexColumn>("id");
    ColumnTable fresh;
    std::vector<Vec3> places;
    std::vector<Index> rows;
    for (Index i = 0; i < id->size(); ++i) {
        if (row_of((*id)[i]) >= 0) continue;
        rows.push_back(i);
        places.push_back((particles.positions()[i].cast<double>() + particles.origin).cast<Real>());
    }
    if (rows.empty()) return;
    fresh.resize(static_cast<Index>(rows.size()));
    fresh.columns().emplace("id", rows_of(*id, rows));
    const AnyColumn own_phase = phase ? rows_of(*phase, rows) : AnyColumn(IndexColumn{});
    painter.paint(places, phase ? &std::get<IndexColumn>(own_phase) : nullptr, fresh);
    table_.append(fresh);
    const auto& ids = table_.get<IndexColumn>("id");
    std::vector<Index> order(static_cast<std::size_t>(table_.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](Index row) { return ids[row]; });
    table_.reorder(order);
}

std::vector<std::string> PaintedParticles::names() const {
    std::vector<std::string> names;
    for (const auto& [name, column] : table_.columns())
        if (name != "id") names.push_back(name);
    return names;
}

void PaintedParticles::show(ParticleSet& particles) const {
    const auto& id = particles.get<IndexColumn>("id");
    std::vector<Index> rows(static_cast<std::size_t>(id.size()));
    parallel_for("painted particles", id.size(), [&](Index i) { rows[static_cast<std::size_t>(i)] = row_of(id[i]); });
    for (const std::string& name : names())
        particles.columns().insert_or_assign(name, rows_of(table_.columns().at(name), rows));
}

}  // namespace lamella
