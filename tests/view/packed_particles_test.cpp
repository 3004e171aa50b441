#include <lamella/core/bytes.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/view/packed_particles.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace lamella {
namespace {

using Json = nlohmann::json;

struct Unpacked {
    explicit Unpacked(std::string packed) : bytes(std::move(packed)) {
        start = 4 + load_number<std::uint32_t>(bytes.data(), std::endian::little);
        head = Json::parse(bytes.substr(4, start - 4));
    }
    float position(Index i, Index k) const {
        return load_number<float>(bytes.data() + start + 12 * i + 4 * k, std::endian::little);
    }
    int share(Index i, Index k) const {
        const std::size_t at = start + 12 * head["count"].get<std::size_t>() + 4 * i + 2 * k;
        return load_number<std::uint16_t>(bytes.data() + at, std::endian::little);
    }
    std::string bytes;
    std::size_t start;
    Json head;
};

// Enough for three members.
ParticleSet sample_particles(Index n = 60'000) {
    ParticleSet set;
    set.resize(n);
    auto& x = set.add<Vec3Column>("P");
    auto& v = set.add<Vec3Column>("v");
    auto& id = set.add<IndexColumn>("id");
    auto& radius = set.add<ScalarColumn>("pscale");
    for (Index i = 0; i < n; ++i) {
        x.set(i, {static_cast<Real>(i), 0.5f * static_cast<Real>(i) - 7, 3});
        v.set(i, {3 * static_cast<Real>(i % 10), 0, -4 * static_cast<Real>(i % 10)});
        id[i] = n - i;
        radius[i] = i % 2 == 0 ? 0.25f : 0.5f;
    }
    return set;
}

TEST(PackedParticles, HoldPositionsValuesAndRadii) {
    const ParticleSet set = sample_particles();
    const std::string file = write_bgeo(set, {});
    ASSERT_EQ(gzip_members(file).size(), 3U);
    const Unpacked packed(packed_particles(file, "speed", "a.bgeo"));
    EXPECT_EQ(packed.head["count"], set.size());
    EXPECT_EQ(packed.head["attributes"], (Json{"speed", "id", "pscale", "height"}));
    EXPECT_EQ(packed.head["values"], (Json{{"low", 0}, {"high", 45}}));
    EXPECT_EQ(packed.head["largestRadius"], 0.5);
    EXPECT_EQ(packed.start % 4, 0U);
    ASSERT_EQ(packed.bytes.size(), packed.start + 16 * static_cast<std::size_t>(set.size()));
    for (Index i = 0; i < set.size(); ++i) {
        for (Index k = 0; k < 3; ++k) ASSERT_EQ(packed.position(i, k), set.positions()[i][k]) << i;
        ASSERT_EQ(packed.share(i, 0), std::lround(65535.0 * (i % 10) / 9)) << i;
        ASSERT_EQ(packed.share(i, 1), i % 2 == 0 ? 32768 : 65535) << i;
    }
}

TEST(PackedParticles, AreTheSameHoweverTheFileIsPacked) {
    const std::string file = write_bgeo(sample_particles(), {});
    const std::string plain = inflate(file, std::size_t{1} << 30, "file");
    for (const char* attribute : {"height", "id", "v", "nonsense"}) {
        const std::string packed = packed_particles(file, attribute, "a.bgeo");
        EXPECT_TRUE(packed == packed_particles(plain, attribute, "a.bgeo")) << attribute;
        EXPECT_TRUE(packed == packed_particles(gzip(plain), attribute, "a.bgeo")) << attribute;  // cut inside points
    }
    const Unpacked height(packed_particles(file, "height", "a.bgeo"));
    EXPECT_EQ(height.head["values"], (Json{{"low", -7}, {"high", 0.5 * 59'999 - 7}}));
    const Unpacked nothing(packed_particles(file, "nonsense", "a.bgeo"));
    EXPECT_EQ(nothing.head["values"], (Json{{"low", 0}, {"high", 0}}));
}

TEST(PackedParticles, NumbersThatAreNotFiniteDoNotWidenTheRange) {
    ParticleSet set = sample_particles(4);
    auto& v = set.get<Vec3Column>("v");
    v.set(1, Vec3::Constant(std::numeric_limits<Real>::infinity()));
    v.set(2, Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()));
    const Unpacked packed(packed_particles(write_bgeo(set, {}), "speed", "a.bgeo"));
    EXPECT_EQ(packed.head["values"], (Json{{"low", 0}, {"high", 15}}));
    EXPECT_EQ(packed.share(1, 0), 65535);
    EXPECT_EQ(packed.share(2, 0), 0);
    const Unpacked none(packed_particles(write_bgeo(sample_particles(0), {}), "speed", "a.bgeo"));
    EXPECT_EQ(none.head["count"], 0);
    EXPECT_EQ(none.bytes.size(), none.start);
}

TEST(PackedParticles, ADamagedFileIsOneSentence) {
    const std::string file = write_bgeo(sample_particles(), {});
    const auto failure = [](const std::string& bytes) {
        return Unpacked(packed_particles(bytes, "speed", "a.bgeo")).head["failure"].get<std::string>();
    };
    const std::string damaged = "a.bgeo: the compressed data are damaged or cut";
    EXPECT_EQ(failure(file.substr(0, file.size() / 2)), damaged);
    std::string changed = file;
    changed[file.size() / 2] = static_cast<char>(changed[file.size() / 2] ^ 0x55);
    EXPECT_EQ(failure(changed), damaged);
    const auto members = gzip_members(file);
    const std::string without_last = file.substr(0, file.size() - members[2].size());
    EXPECT_EQ(failure(without_last), "a.bgeo: the file ends before its 60000 points");
    std::string promising = file;
    promising.replace(file.size() - 4, 4, 4, '\xff');
    EXPECT_NE(failure(promising).find("grow above"), std::string::npos) << failure(promising);
    EXPECT_TRUE(failure("").starts_with("a.bgeo: ")) << failure("");
    EXPECT_TRUE(failure("nothing").starts_with("a.bgeo: ")) << failure("nothing");
}

}  // namespace
}  // namespace lamella
