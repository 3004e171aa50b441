#include <lamella/core/bytes.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/io/stl.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <array>
#include <unordered_map>

namespace lamella {

namespace {

constexpr std::size_t kTitle = 80, kTriangle = 50;

// Vertices in the order of their first corner.
class Welder {
public:
    Index vertex(const Vec3& position) {
        const std::array<std::uint32_t, 3> bits{key(position.x()), key(position.y()), key(position.z())};
        const auto [at, inserted] = known_.try_emplace(bits, static_cast<Index>(positions_.size()));
        if (inserted) positions_.push_back(position);
        return at->second;
    }
    const std::vector<Vec3>& positions() const { return positions_; }

private:
    struct Hash {
        std::size_t operator()(const std::array<std::uint32_t, 3>& k) const { return hash_bytes(k.data(), sizeof(k)); }
    };
    static std::uint32_t key(Real x) { return std::bit_cast<std::uint32_t>(x == 0 ? 0.0f : x); }

    std::unordered_map<std::array<std::uint32_t, 3>, Index, Hash> known_;
    std::vector<Vec3> positions_;
};

struct Soup {
    Welder welder;
    std::vector<Vec3i> triangles;
};

// "solid" may start a binary title, too: a binary file has exactly the size that its count gives.
bool is_binary(std::string_view bytes) {
    if (bytes.size() < kTitle + 4) return false;
    const auto count = load_number<std::uint32_t>(bytes.data() + kTitle, std::endian::little);
    return bytes.size() == kTitle + 4 + kTriangle * std::uint64_t{count} || !bytes.starts_with("solid");
}

Soup read_binary(std::string_view bytes, const std::string& source) {
    ByteReader reader(bytes, source, std::endian::little);
    reader.take(kTitle);
    const auto count = reader.number<std::uint32_t>();
    reader.require(count, kTriangle, "triangles");
    Soup soup;
    for (std::uint32_t k = 0; k < count; ++k) {
        reader.take(12);  // normal
        Vec3i triangle;
        for (Index& corner : triangle) {
            const auto x = reader.number<float>(), y = reader.number<float>(), z = reader.number<float>();
            corner = soup.welder.vertex({x, y, z});
        }
        reader.take(2);  // attribute bytes
        soup.triangles.push_back(triangle);
    }
    return soup;
}

void expect(TextReader& text, std::string_view wanted) {
    const std::string_view found = text.word();
    if (lower_case(found) != wanted)
        text.fail_line(fmt::format("'{}' stands where '{}' is expected", found.substr(0, 40), wanted));
}

Vec3i read_facet(TextReader& text, Welder& welder) {
    expect(text, "normal");
    for (int c = 0; c < 3; ++c) text.real();
    expect(text, "outer");
    expect(text, "loop");
    Vec3i triangle;
    for (Index& corner : triangle) {
        expect(text, "vertex");
        const auto x = static_cast<Real>(text.real()), y = static_cast<Real>(text.real()),
                   z = static_cast<Real>(text.real());
        corner = welder.vertex({x, y, z});
    }
    expect(text, "endloop");
    expect(text, "endfacet");
    return triangle;
}

Soup read_text(std::string_view bytes, const std::string& source) {
    TextReader text(bytes, source);
    if (text.peek() != "solid") text.fail("this is no STL file (neither 'solid' nor a binary one of the right size)");
    Soup soup;
    while (!text.at_end()) {
        const std::string key = lower_case(text.word());
        if (key == "facet")
            soup.triangles.push_back(read_facet(text, soup.welder));
        else if (key == "solid" || key == "endsolid")
            text.remaining() > 0 ? text.line() : "";
        else
            text.fail_line(fmt::format("'{}' stands where 'facet' is expected", key.substr(0, 40)));
    }
    return soup;
}

}  // namespace

Geometry read_stl(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    Soup soup = is_binary(bytes) ? read_binary(bytes, source) : read_text(bytes, source);
    const auto& positions = soup.welder.positions();
    PointBuilder builder(positions.size(), source);
    const auto slots = builder.add("P", 3, Number::float32);
    for (Index row = 0; row < builder.size(); ++row)
        for (int c = 0; c < 3; ++c)
            slots[static_cast<std::size_t>(c)].set(row, positions[static_cast<std::size_t>(row)][c]);
    return {builder.finish(notes), std::move(soup.triangles)};
}

}  // namespace lamella
