#include <lamella/cache/checkpoint.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/particles/particle_set.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / fmt::format("lamella_checkpoint_{}", getpid());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

// A state with every kind of value.
struct Solver {
    double time = 0.25;
    std::int64_t next_id = 7;
    std::vector<std::int64_t> layers{1, 2, 3};
    ParticleSet particles;

    Solver() {
        particles.resize(3);
        auto& x = particles.add<Vec3Column>("P");
        auto& id = particles.add<IndexColumn>("id");
        for (Index i = 0; i < 3; ++i) {
            x.set(i, Vec3(0.1f * static_cast<Real>(i), -1.0f, 3.5f));
            id[i] = 10 - i;
        }
    }
    template <class V>
    void state(V& visit) {
        visit("time", time);
        visit("next_id", next_id);
        visit("layers", layers);
        visit("particles", particles);
    }
};

Checkpoint checkpoint_of(Solver& solver, int frame) {
    Checkpoint c{frame, 0.125, "abc", "0.1.0", "x86-64-v3", {}};
    StateSaver saver(c.state);
    solver.state(saver);
    return c;
}

TEST_F(CheckpointTest, GivesBackEveryBit) {
    Solver solver;
    write_checkpoint(folder_, checkpoint_of(solver, 12));
    const Checkpoint read = read_checkpoint(checkpoint_path(folder_, 12));
    EXPECT_EQ(read.frame, 12);
    EXPECT_EQ(read.left, 0.125);
    EXPECT_EQ(read.scene_hash, "abc");
    Solver other;
    other.time = 0;
    other.layers = {0, 0, 0};
    other.particles.resize(1);
    StateLoader loader(read.state);
    other.state(loader);
    EXPECT_EQ(other.time, 0.25);
    EXPECT_EQ(other.layers, solver.layers);
    EXPECT_EQ(other.particles.size(), 3);
    EXPECT_EQ(other.particles.positions()[2], solver.particles.positions()[2]);
    EXPECT_EQ(other.particles.get<IndexColumn>("id")[0], 10);
}

// Version 2 had no arrays of bytes and no lists of columns, version 3 counted the layers of emitters, version 4 forgot
// what sleeping bodies touch.
TEST_F(CheckpointTest, ReadsItsOwnVersionAndNoOther) {
    Solver solver;
    write_checkpoint(folder_, checkpoint_of(solver, 3));
    std::string bytes = read_file(checkpoint_path(folder_, 3));
    EXPECT_NO_THROW(parse_checkpoint(bytes, "memory"));
    for (const std::uint32_t version : {1u, 2u, 3u, 4u, 6u}) {
        store_number(bytes.data() + 18, version, std::endian::little);
        EXPECT_THROW(parse_checkpoint(bytes, "memory"), InputError);
    }
}

TEST_F(CheckpointTest, KeepsTheLastTwo) {
    Solver solver;
    for (int frame : {5, 10, 15, 20}) write_checkpoint(folder_, checkpoint_of(solver, frame));
    EXPECT_FALSE(fs::exists(checkpoint_path(folder_, 10)));
    EXPECT_TRUE(fs::exists(checkpoint_path(folder_, 15)));
    EXPECT_EQ(last_checkpoint(folder_).checkpoint->frame, 20);
}

TEST_F(CheckpointTest, ARunThatWentBackLeavesNoLaterOnes) {
    Solver solver;
    for (int frame : {5, 10, 15}) write_checkpoint(folder_, checkpoint_of(solver, frame));
    EXPECT_EQ(last_checkpoint_frame(folder_), 15);
    EXPECT_EQ(last_checkpoint(folder_, 14).checkpoint->frame, 10);
    EXPECT_FALSE(last_checkpoint(folder_, 9).checkpoint);
    write_checkpoint(folder_, checkpoint_of(solver, 12));
    EXPECT_EQ(last_checkpoint_frame(folder_), 12);
    EXPECT_EQ(last_checkpoint(folder_, 11).checkpoint->frame, 10);
}

TEST_F(CheckpointTest, ADamagedOneFallsBackWithAWarning) {
    Solver solver;
    for (int frame : {5, 10}) write_checkpoint(folder_, checkpoint_of(solver, frame));
    std::string bytes = read_file(checkpoint_path(folder_, 10));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        std::ofstream(checkpoint_path(folder_, 10), std::ios::binary) << damaged;
        EXPECT_THROW(read_checkpoint(checkpoint_path(folder_, 10)), InputError) << "byte " << at;
    }
    const FoundCheckpoint found = last_checkpoint(folder_);
    ASSERT_EQ(found.warnings.size(), 1u);
    EXPECT_EQ(found.checkpoint->frame, 5);
}

TEST_F(CheckpointTest, TheLastIsTheOneOfTheLatestFrame) {
    Solver solver;
    for (int frame : {999998, 999999, 1000000, 1000001}) write_checkpoint(folder_, checkpoint_of(solver, frame));
    EXPECT_EQ(last_checkpoint(folder_).checkpoint->frame, 1000001);
    EXPECT_TRUE(fs::exists(checkpoint_path(folder_, 1000000)));
    EXPECT_FALSE(fs::exists(checkpoint_path(folder_, 999999)));
}

TEST_F(CheckpointTest, TheWarningSpeaksOfAnEarlierOneOnlyIfThereIsOne) {
    Solver solver;
    const auto damage = [&](int frame) { std::ofstream(checkpoint_path(folder_, frame)) << "nothing"; };
    const auto promises = [&](const FoundCheckpoint& found) {
        return found.warnings.at(0).find("before it") != std::string::npos;
    };
    for (int frame : {5, 10}) write_checkpoint(folder_, checkpoint_of(solver, frame));
    damage(10);
    EXPECT_TRUE(promises(last_checkpoint(folder_)));
    damage(5);
    EXPECT_FALSE(promises(last_checkpoint(folder_)));
    EXPECT_EQ(last_checkpoint(folder_).warnings.size(), 2u);
}

TEST_F(CheckpointTest, ATruncatedOneIsAnError) {
    Solver solver;
    write_checkpoint(folder_, checkpoint_of(solver, 1));
    const std::string bytes = read_file(checkpoint_path(folder_, 1));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        std::ofstream(checkpoint_path(folder_, 1), std::ios::binary) << bytes.substr(0, size);
        EXPECT_THROW(read_checkpoint(checkpoint_path(folder_, 1)), InputError) << size;
    }
}

TEST_F(CheckpointTest, AMissingArrayIsAnError) {
    StateArchive archive;
    StateLoader loader(archive);
    Solver solver;
    EXPECT_THROW(solver.state(loader), RunError);
}

TEST_F(CheckpointTest, ADamagedNumberOfRowsIsAnErrorBeforeTheyAreMade) {
    Solver solver;
    StateArchive archive = checkpoint_of(solver, 1).state;
    for (const std::int64_t rows : {std::int64_t{-1}, std::int64_t{1} << 31, std::int64_t{1} << 62}) {
        std::int64_t damaged = rows;
        StateSaver saver(archive);
        saver("particles", damaged);
        StateLoader loader(archive);
        EXPECT_THROW(solver.state(loader), RunError) << rows;
        EXPECT_EQ(solver.particles.size(), 3);
    }
}

TEST_F(CheckpointTest, AnArrayOfAnotherSizeThanItSaysIsRefused) {
    StateArchive archive;
    StateSaver saver(archive);
    std::vector<float> numbers(1000, 1.0f);
    saver("a", numbers);
    EXPECT_NO_THROW(StateArchive::from_bytes(archive.to_bytes(), "memory"));
    for (const std::uint64_t count : {0ull, 999ull, 1001ull, 1ull << 62}) {
        archive.items()["a"].count = count;
        EXPECT_THROW(StateArchive::from_bytes(archive.to_bytes(), "memory"), InputError) << count;
    }
}

TEST_F(CheckpointTest, AnArrayThatDoesNotUnpackIsAnError) {
    StateArchive archive;
    StateSaver saver(archive);
    std::vector<float> numbers(1000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(static_cast<float>(i));
    saver("a", numbers);
    std::string& packed = archive.items()["a"].packed;
    packed.resize(packed.size() / 2);
    const StateArchive read = StateArchive::from_bytes(archive.to_bytes(), "memory");
    StateLoader loader(read);
    EXPECT_THROW(loader("a", numbers), InputError);
}

}  // namespace
}  // namespace lamella
