// A VTK XML file of one piece: its arrays by section, each decoded when it is asked for.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/vtk/vtu_data.hpp>
#include <lamella/io/vtk/xml.hpp>

namespace lamella {

struct VtuArray {
    XmlTag tag;
    std::string_view text;  // inline data

    std::string name() const { return tag.attribute("Name", ""); }
};

class VtuDocument {
public:
    // Reads the tags; what is announced is compared with the bytes when an array is read.
    VtuDocument(std::string_view bytes, const std::string& source);

    std::uint64_t points() const { return points_; }
    std::uint64_t cells() const { return cells_; }
    const std::string& source() const { return source_; }
    const std::vector<VtuArray>& arrays(const std::string& section) const;
    // The array of that name in the section `Cells`; an InputError when there is none.
    const VtuArray& cell_array(std::string_view name) const;

    Number type_of(const VtuArray& array) const;
    int components_of(const VtuArray& array) const;

    // An array of `rows` rows: its bytes are checked before `make_slots` allocates what they go to.
    template <class MakeSlots>
    void read(const VtuArray& array, std::uint64_t rows, MakeSlots&& make_slots) {
        const std::string bytes = bytes_of(array, rows);
        fill(array, bytes, static_cast<Index>(rows), make_slots());
    }
    // The points with their positions, and the attributes of a section.
    PointBuilder read_points();
    void read_attributes(const std::string& section, PointBuilder& builder);

    [[noreturn]] void fail(std::string_view what) const { xml_.fail_line(what); }

private:
    void read_tag(const XmlTag& tag);
    void read_file_tag(const XmlTag& tag);
    void read_piece(const XmlTag& tag);
    void fill(const VtuArray& array, const std::string& bytes, Index rows, const std::vector<Slot>& slots) const;
    std::string bytes_of(const VtuArray& array, std::uint64_t rows);
    std::string label_of(const VtuArray& array) const;
    std::string_view payload_of(const VtuArray& array) const;
    std::uint64_t number(const XmlTag& tag, const std::string& key, const std::string& otherwise) const;
    void require_piece() const;

    XmlReader xml_;
    std::string source_;
    std::string_view appended_;
    std::size_t appended_read_ = 0;  // by all arrays together
    bool appended_base64_ = false;
    VtuEncoding encoding_;
    std::uint64_t points_ = 0;
    std::uint64_t cells_ = 0;
    int pieces_ = 0;
    std::string section_;
    std::map<std::string, std::vector<VtuArray>> arrays_;
};

}  // namespace lamella
