#include <lamella/core/error.hpp>
#include <lamella/matter/state_visitor.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace lamella {
namespace {

std::string component_name(const std::string& name, const std::string& column, int components, int c) {
    return name + "." + column + (components == 1 ? "" : "." + std::to_string(c) + "/" + std::to_string(components));
}

// Calls f(name, array) for every array of a table.
template <class Table, class F>
void for_each_component(const std::string& name, Table& table, F&& f) {
    for (auto& [column_name, any] : table.columns())
        std::visit(
            [&, &column_name = column_name](auto& column) {
                for (int c = 0; c < column.components; ++c)
                    f(component_name(name, column_name, column.components, c), column.component(c));
            },
            any);
}

constexpr std::array<std::string_view, 4> kKinds{"float", "index", "vec3", "vec4"};  // in the order of AnyColumn
static_assert(kKinds.size() == std::variant_size_v<AnyColumn>);

// "vec3 P"
std::vector<std::string> described_columns(const ColumnTable& table) {
    std::vector<std::string> words;
    for (const auto& [name, any] : table.columns()) words.push_back(std::string(kKinds[any.index()]) + " " + name);
    return words;
}

// False where the words do not describe a column.
bool add_described(ColumnTable& table, std::string_view words) {
    const std::size_t space = words.find(' ');
    if (space == std::string_view::npos) return false;
    const std::string_view kind = words.substr(0, space), name = words.substr(space + 1);
    if (kind == kKinds[0]) table.add<ScalarColumn>(name);
    if (kind == kKinds[1]) table.add<IndexColumn>(name);
    if (kind == kKinds[2]) table.add<Vec3Column>(name);
    if (kind == kKinds[3]) table.add<Vec4Column>(name);
    return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

template <class Cells>
bool name_only(const std::vector<Cells>& cells, Index vertices) {
    return std::all_of(cells.begin(), cells.end(),
                       [&](const Cells& c) { return c.minCoeff() >= 0 && c.maxCoeff() < vertices; });
}

bool fits(const ColumnTable& table, Index rows) { return table.columns().empty() || table.size() == rows; }

}  // namespace

void StateVisitor::require(bool right, const std::string& name, const char* what) const {
    if (!right) throw InputError("the state's '" + prefix_ + name + "' " + what);
}

std::size_t StateVisitor::values_of(const std::string& name, std::size_t count, std::size_t numbers_each) const {
    require(count % numbers_each == 0, name, "does not hold whole values");
    return count / numbers_each;
}

Index StateVisitor::tiles_of(const std::string& name, std::size_t values) const {
    const std::size_t tiles = values / kTileCells;
    require(values % kTileCells == 0 && tiles <= std::numeric_limits<Index>::max(), name, "does not hold whole tiles");
    return static_cast<Index>(tiles);
}

void StateVisitor::operator()(const std::string& name, bool& value) {
    std::uint8_t number = value ? 1 : 0;
    (*this)(name, number);
    value = number != 0;
}

void StateVisitor::operator()(const std::string& name, std::string& text) {
    text.resize(saved_length<char>(name, text.size()));
    (*this)(name, std::span<char>(text));
}

void StateVisitor::operator()(const std::string& name, std::vector<std::string>& texts) {
    std::string all;
    std::vector<std::int64_t> lengths;
    for (const std::string& text : texts) {
        all += text;
        lengths.push_back(static_cast<std::int64_t>(text.size()));
    }
    (*this)(name, all);
    (*this)(name + ":lengths", lengths);
    texts.assign(lengths.size(), {});
    std::size_t at = 0;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        const auto size = static_cast<std::size_t>(lengths[k]);
        require(size <= all.size() - at, name, "is shorter than its texts");
        texts[k] = all.substr(at, size);
        at += size;
    }
}

void StateVisitor::visit_columns(const std::string& name, ColumnTable& table) {
    const std::string list = name + ":columns";
    std::vector<std::string> columns = described_columns(table);
    const std::vector<std::string> before = columns;
    (*this)(list, columns);
    if (columns == before) return;
    if (purpose_ == Purpose::restore)
        std::erase_if(table.columns(), [&](const auto& column) {
            const std::string words = std::string(kKinds[column.second.index()]) + " " + column.first;
            return std::find(columns.begin(), columns.end(), words) == columns.end();
        });
    for (const std::string& words : columns) require(add_described(table, words), list, "names a column of no kind");
}

// Before anything is allocated: a damaged number of rows may be too large for the memory.
void StateVisitor::require_rows(const std::string& name, const ColumnTable& table, std::int64_t rows) {
    for_each_component(name, table, [&]<class T>(const std::string& component, const PaddedArray<T>&) {
        const std::size_t found = length(prefix_ + component, number_type<T>(), static_cast<std::size_t>(rows));
        if (found != static_cast<std::size_t>(rows))
            throw RunError("the state's array '" + prefix_ + component + "' has " + std::to_string(found) +
                           " values, not " + std::to_string(rows));
    });
    require(rows >= 0 && rows <= std::numeric_limits<Index>::max(), name, "has a number of rows that cannot be");
}

void StateVisitor::operator()(const std::string& name, ColumnTable& table) {
    auto rows = static_cast<std::int64_t>(table.size());
    (*this)(name, rows);
    visit_columns(name, table);
    require_rows(name, table, rows);
    table.resize(static_cast<Index>(rows));
    for_each_component(name, table,
                       [&](const std::string& component, auto& array) { (*this)(component, array.span()); });
}

void StateVisitor::operator()(const std::string& name, TriangleMesh& mesh) {
    (*this)(name + ".positions", mesh.positions);
    (*this)(name + ".triangles", mesh.triangles);
    (*this)(name + ".vertices", mesh.attributes);
    if (purpose_ != Purpose::load) return;
    require(name_only(mesh.triangles, mesh.vertex_count()), name, "has triangles without vertices");
    require(fits(mesh.attributes, mesh.vertex_count()), name, "has another number of rows than of vertices");
}

void StateVisitor::operator()(const std::string& name, TetMesh& mesh) {
    (*this)(name + ".positions", mesh.positions);
    (*this)(name + ".tets", mesh.tets);
    (*this)(name + ".nodes", mesh.nodes);
    (*this)(name + ".cells", mesh.cells);
    if (purpose_ != Purpose::load) return;
    require(name_only(mesh.tets, mesh.node_count()), name, "has tetrahedra without nodes");
    require(fits(mesh.nodes, mesh.node_count()), name, "has another number of rows than of nodes");
    require(fits(mesh.cells, mesh.tet_count()), name, "has another number of rows than of cells");
}

void StateVisitor::operator()(const std::string& name, Strands& strands) {
    (*this)(name + ".first", strands.first);
    (*this)(name + ".points", strands.points);
    if (purpose_ != Purpose::load) return;
    const auto& first = strands.first;
    require(!first.empty() && first.front() == 0 && first.back() == strands.points.size() &&
                std::is_sorted(first.begin(), first.end()),
            name, "has strands that are not its points");
}

void StateVisitor::operator()(const std::string& name, TileSet& tiles) {
    std::vector<std::uint64_t> keys(tiles.keys().begin(), tiles.keys().end());
    (*this)(name, keys);
    if (purpose_ == Purpose::load)
        require(std::adjacent_find(keys.begin(), keys.end(), std::greater_equal<>()) == keys.end() &&
                    (keys.empty() || keys.back() >> 63 == 0),
                name, "is no set of tiles");
    tiles = TileSet::of_keys(std::move(keys));
}

}  // namespace lamella
