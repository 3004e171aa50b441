#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/view/kept_particles.hpp>
#include <lamella/view/packed_particles.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lamella {
namespace {

using Json = nlohmann::json;

// A file of these bytes that no folder holds.
OpenFile file_of(std::string_view bytes) {
    OpenFile file(memfd_create("particles", MFD_CLOEXEC), bytes.size());
    EXPECT_EQ(write(file.descriptor(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    return file;
}

std::shared_ptr<const ParticleParts> parts_of(std::string_view bytes) {
    return std::make_shared<const ParticleParts>(file_of(bytes), "a.bgeo");
}

std::string packed_particles(std::string_view bytes, const char* attribute) {
    const PackedParticles packed(parts_of(bytes), attribute);
    std::string out;
    packed.write([&](std::string_view piece) {
        out += piece;
        return true;
    });
    EXPECT_EQ(out.size(), packed.size());
    return out;
}

struct Unpacked {
    explicit Unpacked(std::string packed) : bytes(std::move(packed)) {
        const std::size_t end = bytes.size() - 4;
        const std::size_t length = load_number<std::uint32_t>(bytes.data() + end, std::endian::little);
        arrays = end - length;
        description = Json::parse(bytes.substr(arrays, length));
        count = description["count"];
    }
    float position(Index i, Index k) const {
        return load_number<float>(bytes.data() + 12 * i + 4 * k, std::endian::little);
    }
    int share(Index i, Index k) const {
        return load_number<std::uint16_t>(bytes.data() + 12 * count + 4 * i + 2 * k, std::endian::little);
    }
    std::string bytes;
    std::size_t arrays, count;
    Json description;
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
    const Unpacked packed(packed_particles(file, "speed"));
    EXPECT_EQ(packed.description["count"], set.size());
    EXPECT_EQ(packed.description["attributes"], (Json{"speed", "id", "pscale", "height"}));
    EXPECT_EQ(packed.description["values"], (Json{{"low", 0}, {"high", 45}}));
    EXPECT_EQ(packed.description["largestRadius"], 0.5);
    ASSERT_EQ(packed.arrays, 16 * static_cast<std::size_t>(set.size()));
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
        const std::string packed = packed_particles(file, attribute);
        EXPECT_TRUE(packed == packed_particles(plain, attribute)) << attribute;
        EXPECT_TRUE(packed == packed_particles(gzip(plain), attribute)) << attribute;  // cut inside points
    }
    const Unpacked height(packed_particles(file, "height"));
    EXPECT_EQ(height.description["values"], (Json{{"low", -7}, {"high", 0.5 * 59'999 - 7}}));
    const Unpacked nothing(packed_particles(file, "nonsense"));
    EXPECT_EQ(nothing.description["values"], (Json{{"low", 0}, {"high", 0}}));
}

TEST(PackedParticles, NumbersThatAreNotFiniteDoNotWidenTheRange) {
    ParticleSet set = sample_particles(4);
    auto& v = set.get<Vec3Column>("v");
    v.set(1, Vec3::Constant(std::numeric_limits<Real>::infinity()));
    v.set(2, Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()));
    const Unpacked packed(packed_particles(write_bgeo(set, {}), "speed"));
    EXPECT_EQ(packed.description["values"], (Json{{"low", 0}, {"high", 15}}));
    EXPECT_EQ(packed.share(1, 0), 65535);
    EXPECT_EQ(packed.share(2, 0), 0);
    const Unpacked none(packed_particles(write_bgeo(sample_particles(0), {}), "speed"));
    EXPECT_EQ(none.description["count"], 0);
    EXPECT_EQ(none.arrays, 0U);
}

TEST(PackedParticles, ADamagedFileIsOneSentence) {
    const std::string file = write_bgeo(sample_particles(), {});
    const auto failure = [](std::string_view bytes) -> std::string {
        try {
            packed_particles(bytes, "speed");
            return "no failure";
        } catch (const InputError& error) {
            return error.what();
        }
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
    EXPECT_EQ(failure(promising), damaged);
    EXPECT_TRUE(failure("").starts_with("a.bgeo: ")) << failure("");
    EXPECT_TRUE(failure("nothing").starts_with("a.bgeo: ")) << failure("nothing");
}

TEST(PackedParticles, NothingIsSentAfterTheDamageOrToWhoHasLeft) {
    const std::string file = write_bgeo(sample_particles(), {});
    const auto members = gzip_members(file);
    std::string changed = file;
    char& inside = changed[members[0].size() + members[1].size() / 2];
    inside = static_cast<char>(inside ^ 0x55);
    std::size_t sent = 0;
    const auto count = [&](std::string_view piece) {
        sent += piece.size();
        return true;
    };
    const PackedParticles damaged(parts_of(changed), "speed");  // the head is whole
    EXPECT_THROW(damaged.write(count), InputError);
    const std::size_t first = std::exchange(sent, 0);
    EXPECT_THROW(damaged.write(count), InputError);  // who asks again hears the same
    EXPECT_EQ(sent, first);
    EXPECT_EQ(sent % 12, 0U);
    EXPECT_TRUE(sent > 0 && sent < 12 * 60'000U) << sent;

    int pieces = 0;
    PackedParticles(parts_of(file), "speed").write([&](std::string_view) { return ++pieces < 2; });
    EXPECT_EQ(pieces, 2);
}

TEST(KeptParticles, AreReadAgainOnlyWhenTheFileChangesOrTheyHaveLeft) {
    const std::string bytes = write_bgeo(sample_particles(100), {});
    const std::size_t plain = inflate(bytes, std::size_t{1} << 30, "file").size();
    KeptParticles kept(2 * plain);
    const OpenFile a = file_of(bytes), b = file_of(bytes), c = file_of(bytes);
    const auto get = [&](const OpenFile& file) {
        return kept.get(OpenFile(dup(file.descriptor()), file.size()), "a.bgeo");
    };
    const auto first = get(a), second = get(b);
    EXPECT_NE(first, second);
    EXPECT_EQ(get(a), first);
    EXPECT_NE(get(c), second);
    EXPECT_EQ(get(a), first);
    EXPECT_NE(get(b), second);  // left for c, as the one that was asked for longest ago
    const timespec later[2] = {{1, 0}, {1, 0}};
    ASSERT_EQ(futimens(a.descriptor(), later), 0);
    EXPECT_NE(get(a), first);
    KeptParticles many(100 * plain);
    const auto oldest = many.get(OpenFile(dup(b.descriptor()), b.size()), "a.bgeo");
    for (std::size_t k = 0; k < KeptParticles::kMostFiles; ++k) many.get(file_of(bytes), "a.bgeo");
    EXPECT_NE(many.get(OpenFile(dup(b.descriptor()), b.size()), "a.bgeo"), oldest);
    KeptParticles small(plain - 1);
    EXPECT_EQ(small.get(file_of(bytes), "a.bgeo")->layout().points, 100);
}

}  // namespace
}  // namespace lamella
