#include <lamella/io/vtk/vtu_document.hpp>

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace lamella {

namespace {

constexpr std::size_t kMostReadings = 4;  // of the appended bytes, so that a small file cannot name them for ever

constexpr std::pair<std::string_view, Number> kTypes[] = {
    {"Int8", Number::int8},       {"UInt8", Number::uint8},    {"Int16", Number::int16}, {"UInt16", Number::uint16},
    {"Int32", Number::int32},     {"UInt32", Number::uint32},  {"Int64", Number::int64}, {"UInt64", Number::uint64},
    {"Float32", Number::float32}, {"Float64", Number::float64}};

constexpr std::string_view kSections[] = {"Points", "PointData", "Cells", "CellData"};

}  // namespace

// The raw part is no XML: it is cut off first.
VtuDocument::VtuDocument(std::string_view bytes, const std::string& source) : xml_(bytes, source), source_(source) {
    const std::size_t appended = bytes.find("<AppendedData");
    XmlTag tag;
    if (appended != bytes.npos) {
        xml_ = XmlReader(bytes.substr(0, appended), source);
        XmlReader rest(bytes.substr(appended), source);
        rest.next(tag);
        appended_base64_ = tag.attribute("encoding", "base64") == "base64";
        if (rest.at_end() || rest.take(1) != "_") rest.fail_line("the appended data do not start with '_'");
        appended_ = rest.take(rest.remaining());
    }
    while (xml_.next(tag)) read_tag(tag);
    require_piece();
}

void VtuDocument::require_piece() const {
    if (pieces_ == 0) fail("this is no VTK XML file with points");
    const auto& positions = arrays("Points");
    if (positions.size() != 1 || components_of(positions[0]) != 3) fail("there is no array of positions");
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    if (points_ > kMost) fail(fmt::format("{} points are too many", points_));
    if (cells_ > kMost) fail(fmt::format("{} cells are too many", cells_));
}

const std::vector<VtuArray>& VtuDocument::arrays(const std::string& section) const {
    static const std::vector<VtuArray> none;
    const auto at = arrays_.find(section);
    return at == arrays_.end() ? none : at->second;
}

const VtuArray& VtuDocument::cell_array(std::string_view name) const {
    for (const VtuArray& array : arrays("Cells"))
        if (array.name() == name) return array;
    fail(fmt::format("the cells have no array '{}'", name));
}

std::uint64_t VtuDocument::number(const XmlTag& tag, const std::string& key, const std::string& otherwise) const {
    const std::string text = tag.attribute(key, otherwise);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty())
        fail(fmt::format("{}=\"{}\" is not a count", key, text.substr(0, 40)));
    return value;
}

void VtuDocument::read_file_tag(const XmlTag& tag) {
    const std::string type = tag.attribute("type", ""), compressor = tag.attribute("compressor", "");
    if (type != "UnstructuredGrid" && type != "PolyData")
        fail(fmt::format("the type '{}' is not UnstructuredGrid or PolyData", type.substr(0, 40)));
    encoding_.zlib = !compressor.empty();
    if (encoding_.zlib && compressor != "vtkZLibDataCompressor")
        fail(fmt::format("the compressor '{}' is not read, only vtkZLibDataCompressor", compressor.substr(0, 40)));
    encoding_.order =
        tag.attribute("byte_order", "LittleEndian") == "BigEndian" ? std::endian::big : std::endian::little;
    encoding_.header_type = tag.attribute("header_type", "UInt32") == "UInt64" ? Number::uint64 : Number::uint32;
}

void VtuDocument::read_piece(const XmlTag& tag) {
    points_ = number(tag, "NumberOfPoints", "");
    cells_ = number(tag, "NumberOfCells", "0");
    if (++pieces_ > 1) fail("there are several pieces, only files of one piece are read");
}

void VtuDocument::read_tag(const XmlTag& tag) {
    if (tag.name == "VTKFile")
        read_file_tag(tag);
    else if (tag.name == "Piece")
        read_piece(tag);
    else if (tag.name == "/DataArray")
        return;
    else if (tag.name != "DataArray")
        section_ = tag.name;
    else if (std::find(std::begin(kSections), std::end(kSections), section_) != std::end(kSections))
        arrays_[section_].push_back({tag, tag.empty ? std::string_view{} : xml_.text()});
}

Number VtuDocument::type_of(const VtuArray& array) const {
    const std::string type = array.tag.attribute("type", "");
    for (const auto& [name, number] : kTypes)
        if (name == type) return number;
    fail(fmt::format("the data type '{}' is not read", type.substr(0, 40)));
}

int VtuDocument::components_of(const VtuArray& array) const {
    const std::uint64_t count = number(array.tag, "NumberOfComponents", "1");
    if (count < 1 || count > 1000) fail(fmt::format("{} components are not 1 to 1000", count));
    return static_cast<int>(count);
}

std::string_view VtuDocument::payload_of(const VtuArray& array) const {
    if (array.tag.attribute("format", "") != "appended") return array.text;
    const std::uint64_t offset = number(array.tag, "offset", "0");
    if (offset > appended_.size())
        fail(fmt::format("the offset {} lies behind the {} appended bytes", offset, appended_.size()));
    return appended_.substr(offset);
}

std::string VtuDocument::label_of(const VtuArray& array) const {
    return fmt::format("{}: array '{}'", source_, array.tag.attribute("Name", "Points"));
}

// What the array holds, before anything is allocated for it; ASCII stays in the file.
std::string VtuDocument::bytes_of(const VtuArray& array, std::uint64_t rows) {
    const std::uint64_t values = rows * static_cast<std::uint64_t>(components_of(array));
    const std::string format = array.tag.attribute("format", "ascii"), label = label_of(array);
    if (format == "ascii") {
        TextReader(array.text, label).require(values, 1, "values");
        return {};
    }
    const bool appended = format == "appended";
    VtuData data = decode_vtu_data(payload_of(array), appended ? appended_base64_ : true, encoding_,
                                   values * size_of(type_of(array)), label);
    if (appended) appended_read_ += data.read;
    if (appended_read_ > kMostReadings * appended_.size()) fail("many arrays share their appended bytes");
    return std::move(data.bytes);
}

void VtuDocument::fill(const VtuArray& array, const std::string& bytes, Index rows,
                       const std::vector<Slot>& slots) const {
    if (array.tag.attribute("format", "ascii") != "ascii") return read_records(bytes, rows, slots, encoding_.order);
    TextReader text(array.text, label_of(array));
    for (Index row = 0; row < rows; ++row)
        for (const Slot& slot : slots) slot.set(row, text.real());
}

PointBuilder VtuDocument::read_points() {
    const VtuArray& array = arrays("Points")[0];
    const std::string bytes = bytes_of(array, points_);
    PointBuilder builder(points_, source_);
    fill(array, bytes, builder.size(), builder.add("P", 3, type_of(array)));
    return builder;
}

void VtuDocument::read_attributes(const std::string& section, PointBuilder& builder) {
    for (const VtuArray& array : arrays(section))
        read(array, static_cast<std::uint64_t>(builder.size()),
             [&] { return builder.add(array.name(), components_of(array), type_of(array)); });
}

}  // namespace lamella
