#include <lamella/tracking/born_vertices.hpp>

#include <type_traits>

namespace lamella {
namespace {

constexpr const char* kThere = "share_of_old";
constexpr Real kRounding = 1e-4f;

struct Birth {
    Index vertex;
    Real share;  // that is new
};

// Zeroes are what was blended in so far.
template <class C>
void make_up(C& column, const C& fresh, const std::vector<Birth>& births) {
    for (std::size_t k = 0; k < births.size(); ++k) {
        const auto [v, share] = births[k];
        const auto own = fresh.value(static_cast<Index>(k));
        if constexpr (!std::is_same_v<C, IndexColumn>)
            column.set(v, column.value(v) + share * own);
        else if (share > 0.5f)
            column.set(v, own);
    }
}

}  // namespace

void begin_births(ElementData& vertices) {
    auto& there = vertices.table().add<ScalarColumn>(kThere);
    for (Index v = 0; v < there.size(); ++v) there[v] = 1.0f;
}

void end_births(ElementData& vertices, std::span<const Vec3> positions,
                FunctionRef<ColumnTable(const std::vector<Vec3>& places)> columns_at) {
    const auto& there = vertices.table().get<ScalarColumn>(kThere);
    std::vector<Birth> births;
    std::vector<Vec3> places;
    for (Index v = 0; v < there.size(); ++v) {
        if (there[v] >= 1.0f - kRounding) continue;
        births.push_back({v, 1.0f - there[v]});
        places.push_back(positions[static_cast<std::size_t>(v)]);
    }
    vertices.table().remove(kThere);
    if (births.empty()) return;
    const ColumnTable fresh = columns_at(places);
    for (auto& [name, any] : vertices.table().columns())
        std::visit(
            [&, &name = name](auto& column) {
                const auto* own = fresh.find<std::remove_cvref_t<decltype(column)>>(name);
                if (own) make_up(column, *own, births);
            },
            any);
}

}  // namespace lamella
