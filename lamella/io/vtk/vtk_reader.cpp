#include <lamella/io/text_reader.hpp>
#include <lamella/io/vtk/vtk.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace lamella {

namespace {

constexpr auto kOrder = std::endian::big;

constexpr std::pair<std::string_view, Number> kTypes[] = {
    {"float", Number::float32},      {"double", Number::float64},
    {"int", Number::int32},          {"unsigned_int", Number::uint32},
    {"long", Number::int64},         {"unsigned_long", Number::uint64},
    {"short", Number::int16},        {"unsigned_short", Number::uint16},
    {"char", Number::int8},          {"unsigned_char", Number::uint8},
    {"vtkidtype", Number::int32},    {"vtktypeint32", Number::int32},
    {"vtktypeint64", Number::int64}, {"vtktypeuint64", Number::uint64}};

// Cell k has the corners from ends[k - 1] to ends[k].
struct Cells {
    std::vector<std::int64_t> corners, ends;
};

class VtkReader {
public:
    VtkReader(std::string_view bytes, const std::string& source) : text_(bytes, source), source_(source) {}
    Geometry read(ReadNotes* notes);

private:
    void read_header();
    void read_dataset();
    void read_section(const std::string& key);
    void read_points();
    bool read_attribute(const std::string& key);
    void read_data_header(bool of_points);
    void read_scalars();
    void read_field();
    void read_colours();
    void read_lookup_table();
    void read_metadata();
    Cells read_cells();
    Cells read_cells_with_offsets(std::uint64_t offsets, std::uint64_t corners);
    std::vector<std::int64_t> read_integers(std::uint64_t count, Number type);
    void read_tuples(std::uint64_t tuples, int components, Number type, const std::string& name);
    void fill(std::uint64_t tuples, const std::vector<Slot>& slots);
    void require_values(std::uint64_t tuples, std::uint64_t components, Number type);
    std::vector<Vec3i> triangles();
    Number type();
    std::string name();
    int components();

    TextReader text_;
    std::string source_;
    bool binary_ = false;
    int version_ = 0;
    bool of_points_ = false;    // the attributes that follow belong to the points,
    std::uint64_t tuples_ = 0;  // and each has that many values
    std::optional<PointBuilder> builder_;
    Cells cells_, polygons_;
    std::vector<std::int64_t> cell_types_;
};

Number VtkReader::type() {
    const std::string word = lower_case(text_.word());
    for (const auto& [name, type] : kTypes)
        if (name == word) return type;
    text_.fail_line(fmt::format("the data type '{}' is not read", word.substr(0, 40)));
}

// "%20" stands for a blank.
std::string VtkReader::name() {
    const std::string_view word = text_.word();
    std::string out;
    for (std::size_t k = 0; k < word.size(); ++k) {
        unsigned char code = 0;
        const bool escape =
            word[k] == '%' && k + 2 < word.size() &&
            std::from_chars(word.data() + k + 1, word.data() + k + 3, code, 16).ptr == word.data() + k + 3;
        out += escape ? static_cast<char>(code) : word[k];
        if (escape) k += 2;
    }
    return out;
}

int VtkReader::components() {
    const std::uint64_t count = text_.count();
    if (count < 1 || count > 1000) text_.fail_line(fmt::format("{} components are not 1 to 1000", count));
    return static_cast<int>(count);
}

void VtkReader::require_values(std::uint64_t tuples, std::uint64_t components, Number type) {
    text_.require(tuples, components * (binary_ ? size_of(type) : 1), "values");
}

void VtkReader::fill(std::uint64_t tuples, const std::vector<Slot>& slots) {
    if (!slots.empty()) require_values(tuples, slots.size(), slots[0].type);
    if (binary_)
        return read_records(text_.take(tuples * record_size(slots)), static_cast<Index>(tuples), slots, kOrder);
    for (Index row = 0; row < static_cast<Index>(tuples); ++row)
        for (const Slot& slot : slots) slot.set(row, text_.real());
}

// Of an attribute whose header line is behind us.
void VtkReader::read_tuples(std::uint64_t tuples, int components, Number type, const std::string& attribute) {
    require_values(tuples, static_cast<std::uint64_t>(components), type);
    if (tuples > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) text_.fail("too many values");
    const bool used = of_points_ && builder_ && tuples == static_cast<std::uint64_t>(builder_->size());
    fill(tuples, used ? builder_->add(attribute, components, type)
                      : std::vector<Slot>(static_cast<std::size_t>(components), Slot{.type = type}));
}

std::vector<std::int64_t> VtkReader::read_integers(std::uint64_t count, Number type) {
    require_values(count, 1, type);
    std::vector<std::int64_t> values(count);
    for (auto& value : values) {
        const double read = binary_ ? load(text_.take(size_of(type)).data(), type, kOrder) : text_.real();
        value = std::abs(read) < 1e15 ? static_cast<std::int64_t>(read) : -1;
    }
    return values;
}

void VtkReader::read_header() {
    constexpr std::string_view kMagic = "# vtk DataFile Version ";
    const std::string first(text_.line());
    if (!first.starts_with(kMagic) || first.size() == kMagic.size())
        text_.fail_line("this is no legacy VTK file (it does not start with '# vtk DataFile Version')");
    version_ = first[kMagic.size()] - '0';
    if (version_ < 1 || version_ > 5) text_.fail_line("only versions 1 to 5 are read");
    text_.line();  // title
    const std::string encoding = lower_case(text_.word());
    if (encoding != "ascii" && encoding != "binary") text_.fail_line("the third line is not ASCII or BINARY");
    binary_ = encoding == "binary";
}

void VtkReader::read_points() {
    const std::uint64_t count = text_.count();
    const Number number = type();
    text_.line();
    require_values(count, 3, number);
    if (builder_) text_.fail_line("there are two POINTS sections");
    builder_.emplace(count, source_);
    fill(count, builder_->add("P", 3, number));
}

Cells VtkReader::read_cells() {
    const std::uint64_t count = text_.count(), size = text_.count();
    text_.line();
    if (version_ >= 5) return read_cells_with_offsets(count, size);
    const auto values = read_integers(size, Number::int32);
    Cells cells;
    std::size_t at = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        if (at >= values.size() || values[at] < 0 || static_cast<std::size_t>(values[at]) >= values.size() - at)
            text_.fail(fmt::format("cell {} leaves the {} numbers of the list", k, size));
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at) + 1;
        cells.corners.insert(cells.corners.end(), begin, begin + static_cast<std::ptrdiff_t>(values[at]));
        cells.ends.push_back(static_cast<std::int64_t>(cells.corners.size()));
        at += static_cast<std::size_t>(values[at]) + 1;
    }
    return cells;
}

Cells VtkReader::read_cells_with_offsets(std::uint64_t offsets, std::uint64_t corners) {
    Cells cells;
    for (auto [key, count, values] :
         {std::tuple{"OFFSETS", offsets, &cells.ends}, {"CONNECTIVITY", corners, &cells.corners}}) {
        if (text_.word() != key) text_.fail_line(fmt::format("{} is expected", key));
        const Number number = type();
        text_.line();
        *values = read_integers(count, number);
    }
    if (!cells.ends.empty()) cells.ends.erase(cells.ends.begin());  // the first offset is 0
    std::int64_t last = 0;
    for (const std::int64_t end : cells.ends) {
        if (end < last || end > static_cast<std::int64_t>(cells.corners.size()))
            text_.fail("the offsets of the cells do not rise");
        last = end;
    }
    return cells;
}

void VtkReader::read_scalars() {
    const std::string attribute = name();
    const Number number = type();
    const std::string_view rest = text_.line();
    double count = 1;
    const std::size_t digit = rest.find_first_not_of(' ');
    if (digit != rest.npos &&
        (!parse_number(rest.substr(digit, rest.find(' ', digit) - digit), count) || count < 1 || count > 4))
        text_.fail_line("SCALARS have 1 to 4 components");
    if (text_.peek() == "LOOKUP_TABLE") text_.line();
    read_tuples(tuples_, static_cast<int>(count), number, attribute);
}

void VtkReader::read_field() {
    text_.word();
    const std::uint64_t arrays = text_.count();
    for (std::uint64_t k = 0; k < arrays; ++k) {
        if (text_.peek() == "METADATA") read_metadata();
        const std::string attribute = name();
        const int width = components();
        const std::uint64_t tuples = text_.count();
        const Number number = type();
        text_.line();
        read_tuples(tuples, width, number, attribute);
    }
}

void VtkReader::read_metadata() {
    text_.line();
    while (text_.remaining() > 0 && !text_.line().empty()) {
    }
}

void VtkReader::read_colours() {
    const std::string attribute = name();
    const int width = components();
    text_.line();
    read_tuples(tuples_, width, binary_ ? Number::uint8 : Number::float32, attribute);
}

void VtkReader::read_lookup_table() {
    text_.word();
    const std::uint64_t colours = text_.count();
    text_.line();
    require_values(colours, 4, Number::uint8);
    for (std::uint64_t k = 0; k < 4 * colours; ++k)
        if (binary_)
            text_.take(1);
        else
            text_.real();
}

void VtkReader::read_data_header(bool of_points) {
    of_points_ = of_points;
    tuples_ = text_.count();
    if (of_points && builder_ && tuples_ != static_cast<std::uint64_t>(builder_->size()))
        text_.fail_line(fmt::format("POINT_DATA is for {} points, but there are {}", tuples_, builder_->size()));
}

// The attributes of points and cells; false when the key is none of them.
bool VtkReader::read_attribute(const std::string& key) {
    const int width = key == "VECTORS" || key == "NORMALS" ? 3 : key == "TENSORS" ? 9 : key == "TENSORS6" ? 6 : 0;
    if (key == "SCALARS")
        read_scalars();
    else if (key == "COLOR_SCALARS")
        read_colours();
    else if (key == "LOOKUP_TABLE")
        read_lookup_table();
    else if (key == "FIELD")
        read_field();
    else if (key == "METADATA")
        read_metadata();
    else if (width > 0 || key == "TEXTURE_COORDINATES") {
        const std::string attribute = name();
        const int count = width > 0 ? width : components();
        const Number number = type();
        text_.line();
        read_tuples(tuples_, count, number, attribute);
    } else
        return false;
    return true;
}

void VtkReader::read_section(const std::string& key) {
    if (key == "POINTS")
        read_points();
    else if (key == "POLYGONS")
        polygons_ = read_cells();
    else if (key == "CELLS")
        cells_ = read_cells();
    else if (key == "VERTICES" || key == "LINES" || key == "TRIANGLE_STRIPS")
        read_cells();
    else if (key == "CELL_TYPES") {
        const std::uint64_t count = text_.count();
        text_.line();
        cell_types_ = read_integers(count, Number::int32);
    } else if (key == "POINT_DATA" || key == "CELL_DATA")
        read_data_header(key == "POINT_DATA");
    else if (!read_attribute(key))
        text_.fail_line(fmt::format("'{}' is not expected here", key.substr(0, 40)));
}

std::vector<Vec3i> VtkReader::triangles() {
    std::vector<Vec3i> found;
    const auto append = [&](const Cells& cells, auto&& is_polygon) {
        std::int64_t begin = 0;
        for (std::size_t k = 0; k < cells.ends.size(); begin = cells.ends[k++])
            if (is_polygon(k) &&
                !append_fan(found, {cells.corners.begin() + begin, cells.corners.begin() + cells.ends[k]},
                            builder_->size()))
                text_.fail(fmt::format("polygon {} names points outside 0 to {}, or fewer than three", k,
                                       builder_->size() - 1));
    };
    append(polygons_, [](std::size_t) { return true; });
    append(cells_, [&](std::size_t k) {  // triangle, polygon, quad
        return k < cell_types_.size() && (cell_types_[k] == 5 || cell_types_[k] == 7 || cell_types_[k] == 9);
    });
    return found;
}

void VtkReader::read_dataset() {
    if (text_.word() != "DATASET") text_.fail_line("DATASET is expected");
    const std::string_view kind = text_.word();
    if (kind != "POLYDATA" && kind != "UNSTRUCTURED_GRID")
        text_.fail_line(
            fmt::format("the dataset '{}' is not read, only POLYDATA and UNSTRUCTURED_GRID", kind.substr(0, 40)));
}

Geometry VtkReader::read(ReadNotes* notes) {
    read_header();
    read_dataset();
    while (!text_.at_end()) read_section(std::string(text_.word()));
    if (!builder_) text_.fail_line("there are no POINTS");
    Geometry geometry;
    geometry.triangles = triangles();
    geometry.points = builder_->finish(notes);
    return geometry;
}

}  // namespace

Geometry read_vtk(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    return VtkReader(bytes, source).read(notes);
}

}  // namespace lamella
