#include <lamella/io/vtu.hpp>
#include <lamella/io/vtu_data.hpp>
#include <lamella/io/xml.hpp>

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace lamella {

namespace {

constexpr std::pair<std::string_view, Number> kTypes[] = {
    {"Int8", Number::int8},       {"UInt8", Number::uint8},    {"Int16", Number::int16}, {"UInt16", Number::uint16},
    {"Int32", Number::int32},     {"UInt32", Number::uint32},  {"Int64", Number::int64}, {"UInt64", Number::uint64},
    {"Float32", Number::float32}, {"Float64", Number::float64}};

struct Array {
    XmlTag tag;
    std::string_view text;  // inline data
};

class VtuReader {
public:
    VtuReader(std::string_view bytes, const std::string& source);
    ParticleSet read(ReadNotes* notes);

private:
    void read_tag(const XmlTag& tag);
    void read_file_tag(const XmlTag& tag);
    void read_piece(const XmlTag& tag);
    void fill(const Array& array, const std::string& bytes, const std::vector<Slot>& slots);
    std::string bytes_of(const Array& array);
    std::string label_of(const Array& array) const;
    std::string_view payload_of(const Array& array);
    Number type_of(const Array& array) const;
    std::uint64_t components_of(const Array& array) const;
    std::uint64_t number(const XmlTag& tag, const std::string& key, const std::string& otherwise) const;

    XmlReader xml_;
    std::string source_;
    std::string_view appended_;
    bool appended_base64_ = false;
    VtuEncoding encoding_;
    std::uint64_t points_ = 0;
    int pieces_ = 0;
    std::string section_;
    std::vector<Array> positions_, attributes_;
};

// The raw part is no XML: it is cut off first.
VtuReader::VtuReader(std::string_view bytes, const std::string& source) : xml_(bytes, source), source_(source) {
    const std::size_t appended = bytes.find("<AppendedData");
    if (appended == bytes.npos) return;
    xml_ = XmlReader(bytes.substr(0, appended), source);
    XmlReader rest(bytes.substr(appended), source);
    XmlTag tag;
    rest.next(tag);
    appended_base64_ = tag.attribute("encoding", "base64") == "base64";
    if (rest.at_end() || rest.take(1) != "_") rest.fail_line("the appended data do not start with '_'");
    appended_ = rest.take(rest.remaining());
}

std::uint64_t VtuReader::number(const XmlTag& tag, const std::string& key, const std::string& otherwise) const {
    const std::string text = tag.attribute(key, otherwise);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty())
        xml_.fail_line(fmt::format("{}=\"{}\" is not a count", key, text.substr(0, 40)));
    return value;
}

void VtuReader::read_file_tag(const XmlTag& tag) {
    const std::string type = tag.attribute("type", ""), compressor = tag.attribute("compressor", "");
    if (type != "UnstructuredGrid" && type != "PolyData")
        xml_.fail_line(fmt::format("the type '{}' is not UnstructuredGrid or PolyData", type.substr(0, 40)));
    encoding_.zlib = !compressor.empty();
    if (encoding_.zlib && compressor != "vtkZLibDataCompressor")
        xml_.fail_line(
            fmt::format("the compressor '{}' is not read, only vtkZLibDataCompressor", compressor.substr(0, 40)));
    encoding_.order =
        tag.attribute("byte_order", "LittleEndian") == "BigEndian" ? std::endian::big : std::endian::little;
    encoding_.header_type = tag.attribute("header_type", "UInt32") == "UInt64" ? Number::uint64 : Number::uint32;
}

void VtuReader::read_piece(const XmlTag& tag) {
    points_ = number(tag, "NumberOfPoints", "");
    if (++pieces_ > 1) xml_.fail_line("there are several pieces, only files of one piece are read");
}

void VtuReader::read_tag(const XmlTag& tag) {
    if (tag.name == "VTKFile")
        read_file_tag(tag);
    else if (tag.name == "Piece")
        read_piece(tag);
    else if (tag.name == "/DataArray")
        return;
    else if (tag.name != "DataArray")
        section_ = tag.name;
    else if (section_ == "Points" || section_ == "PointData") {
        Array array{tag, tag.empty ? std::string_view{} : xml_.text()};
        (section_ == "Points" ? positions_ : attributes_).push_back(std::move(array));
    }
}

Number VtuReader::type_of(const Array& array) const {
    const std::string type = array.tag.attribute("type", "");
    for (const auto& [name, number] : kTypes)
        if (name == type) return number;
    xml_.fail_line(fmt::format("the data type '{}' is not read", type.substr(0, 40)));
}

std::uint64_t VtuReader::components_of(const Array& array) const {
    const std::uint64_t count = number(array.tag, "NumberOfComponents", "1");
    if (count < 1 || count > 1000) xml_.fail_line(fmt::format("{} components are not 1 to 1000", count));
    return count;
}

std::string_view VtuReader::payload_of(const Array& array) {
    if (array.tag.attribute("format", "") != "appended") return array.text;
    const std::uint64_t offset = number(array.tag, "offset", "0");
    if (offset > appended_.size())
        xml_.fail_line(fmt::format("the offset {} lies behind the {} appended bytes", offset, appended_.size()));
    return appended_.substr(offset);
}

std::string VtuReader::label_of(const Array& array) const {
    return fmt::format("{}: array '{}'", source_, array.tag.attribute("Name", "Points"));
}

// What the array holds, before anything is allocated for it; ASCII stays in the file.
std::string VtuReader::bytes_of(const Array& array) {
    const std::uint64_t values = points_ * components_of(array);
    const std::string format = array.tag.attribute("format", "ascii"), label = label_of(array);
    if (format == "ascii") {
        TextReader(array.text, label).require(values, 1, "values");
        return {};
    }
    const bool base64 = format == "appended" ? appended_base64_ : true;
    return decode_vtu_data(payload_of(array), base64, encoding_, values * size_of(type_of(array)), label);
}

void VtuReader::fill(const Array& array, const std::string& bytes, const std::vector<Slot>& slots) {
    const auto rows = static_cast<Index>(points_);
    if (array.tag.attribute("format", "ascii") != "ascii") return read_records(bytes, rows, slots, encoding_.order);
    TextReader text(array.text, label_of(array));
    for (Index row = 0; row < rows; ++row)
        for (const Slot& slot : slots) slot.set(row, text.real());
}

ParticleSet VtuReader::read(ReadNotes* notes) {
    XmlTag tag;
    while (xml_.next(tag)) read_tag(tag);
    if (pieces_ == 0) xml_.fail_line("this is no VTK XML file with points");
    if (positions_.size() != 1 || components_of(positions_[0]) != 3) xml_.fail_line("there is no array of positions");
    if (points_ > std::numeric_limits<std::uint32_t>::max())
        xml_.fail_line(fmt::format("{} points are too many", points_));
    const std::string position_bytes = bytes_of(positions_[0]);
    PointBuilder builder(points_, source_);
    fill(positions_[0], position_bytes, builder.add("P", 3, type_of(positions_[0])));
    for (const Array& array : attributes_) {
        const std::string bytes = bytes_of(array);
        const auto slots =
            builder.add(array.tag.attribute("Name", ""), static_cast<int>(components_of(array)), type_of(array));
        fill(array, bytes, slots);
    }
    return builder.finish(notes);
}

}  // namespace

ParticleSet read_vtu(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    return VtuReader(bytes, source).read(notes);
}

}  // namespace lamella
