#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/particle_file.hpp>

namespace lamella {
namespace {

using test::expect_same_columns;
using test::sample_particles;

class ParticleFile : public testing::TestWithParam<std::string> {
protected:
    std::filesystem::path file(const std::string& name = "a") const { return folder_ / (name + GetParam()); }
    ParticleSet round_trip(const ParticleSet& particles) const {
        write_particles(file(), particles, {"0.1.0", "abc", "def"});
        ReadNotes notes;
        ParticleSet found = read_particles(file(), &notes);
        EXPECT_TRUE(notes.empty()) << notes.front();
        return found;
    }
    // What a format that holds positions only can bring back.
    ParticleSet holdable(ParticleSet particles) const {
        if (GetParam() != ".xyz") return particles;
        while (particles.columns().size() > 1)
            particles.remove(particles.columns().begin()->first == "P" ? std::next(particles.columns().begin())->first
                                                                       : particles.columns().begin()->first);
        return particles;
    }

    test::TemporaryFolder folder_;
};

TEST_P(ParticleFile, keeps_every_attribute) {
    const ParticleSet particles = holdable(sample_particles(300));
    expect_same_columns(particles, round_trip(particles));
}

TEST_P(ParticleFile, keeps_one_and_no_particle) {
    expect_same_columns(holdable(sample_particles(1)), round_trip(sample_particles(1)));
    const ParticleSet none = round_trip(sample_particles(0));
    EXPECT_EQ(none.size(), 0);
    if (GetParam() != ".csv") expect_same_columns(holdable(sample_particles(0)), none);  // text has no types
}

TEST_P(ParticleFile, writes_absolute_positions) {
    ParticleSet particles = sample_particles(3);
    particles.origin = Vec3d(-2, 8, 0.5);
    const ParticleSet found = round_trip(particles);
    for (Index i = 0; i < 3; ++i) {
        const Vec3d expected = particles.origin + particles.positions()[i].cast<double>();
        const Vec3d position = found.origin + found.positions()[i].cast<double>();
        EXPECT_LT((position - expected).norm(), 1e-6);
    }
}

TEST_P(ParticleFile, has_the_same_bytes_for_any_thread_count) {
    const ParticleSet particles = sample_particles(5000);
    std::string first;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        write_particles(file(), particles, {});
        if (first.empty()) first = read_file(file());
        EXPECT_TRUE(first == read_file(file()));
    }
}

// A file that is cut anywhere is an InputError, or (where only a trailer is missing) still gives points.
TEST_P(ParticleFile, survives_a_cut_at_every_byte) {
    write_particles(file(), sample_particles(2), {});
    const std::string whole = read_file(file());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        try {
            EXPECT_LE(parse_particles(whole.substr(0, size), file("cut")).size(), 2);
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("cut"), std::string::npos) << error.what();
        }
    }
}

TEST_P(ParticleFile, survives_every_changed_byte) {
    write_particles(file(), sample_particles(1), {});
    const std::string whole = read_file(file());
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char change : {'\x01', '\x80', '\xff'}) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ change);
            try {
                parse_particles(changed, file("changed"));
            } catch (const InputError&) {
            }
        }
}

INSTANTIATE_TEST_SUITE_P(formats, ParticleFile, testing::ValuesIn(particle_endings()),
                         [](const auto& format) { return format.param.substr(1); });

ParticleSet numbered(Index begin, Index end) {
    ParticleSet points;
    points.resize(end - begin);
    auto& x = points.add<Vec3Column>("P");
    auto& id = points.add<IndexColumn>("id");
    for (Index i = begin; i < end; ++i) {
        id[i - begin] = i;
        x.set(i - begin, Vec3(static_cast<Real>(i), 0.0f, 1.0f));
    }
    return points;
}

TEST(Bgeo, WritesPartAfterPart) {
    for (const Index points : {0, 1, 300'000}) {
        Index parts = 0;
        std::string file;
        const auto part = [](Index begin, Index end) { return numbered(begin, end); };
        write_bgeo(points, part, {}, [&](std::string_view bytes) {
            ++parts;
            file += bytes;
        });
        EXPECT_EQ(parts, points > 1 ? 2 : 1);
        expect_same_columns(numbered(0, points), read_bgeo(file, "parts"));
        EXPECT_TRUE(file == write_bgeo(numbered(0, points), {}));
    }
}

TEST(ParticleFileEnding, lists_the_known_ones_when_unknown) {
    try {
        read_particles("a.abc");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(".bgeo"), std::string::npos);
    }
    EXPECT_TRUE(has_particle_ending("A.0001.BGEO"));
    EXPECT_FALSE(has_particle_ending("bgeo"));
}

}  // namespace
}  // namespace lamella
