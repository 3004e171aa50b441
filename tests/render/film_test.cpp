#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/render/film.hpp>
#include <lamella/render/image.hpp>

#include <gtest/gtest.h>

#include <sched.h>
#include <unistd.h>
#include <atomic>

#include <cstdlib>
#include <fstream>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class Film : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("lamella film %d test " + std::to_string(::getpid()));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        for (int i = 1; i <= 3; ++i) {
            const Picture picture{33, 17, std::vector<std::uint8_t>(3 * 33 * 17, static_cast<std::uint8_t>(60 * i))};
            write_png(folder_ / ("frame.000" + std::to_string(i) + ".png"), picture);
        }
        path_ = folder_ / "film.mp4";
    }
    void TearDown() override { fs::remove_all(folder_); }
    int files() const {
        return static_cast<int>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
    fs::path path_;
};

TEST_F(Film, OddSizesAndOddFolderNamesWork) {
    if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "ffmpeg is not installed";
    write_film({folder_, "frame.%04d.png", 1, 3, 24.0f}, path_);
    std::ifstream file(path_, std::ios::binary);
    std::string head(12, '\0');
    file.read(head.data(), 12);
    EXPECT_EQ(head.substr(4, 4), "ftyp");
    EXPECT_EQ(files(), 4);
}

// x264 notes in the film with how many threads it was made, so that even these few pictures would tell.
TEST_F(Film, HasTheSameBitsOnAnyNumberOfCores) {
    if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "ffmpeg is not installed";
    cpu_set_t all, one;
    ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
    if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "there is only one core";
    int first = 0;
    while (!CPU_ISSET(first, &all)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    const auto film = [&](const cpu_set_t& cores) {
        ::sched_setaffinity(0, sizeof cores, &cores);
        write_film({folder_, "frame.%04d.png", 1, 3, 24.0f}, path_);
        return read_file(path_);
    };
    const std::string on_one = film(one);
    EXPECT_EQ(film(all), on_one);
}

TEST_F(Film, FailureLeavesNoFile) {
    if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "ffmpeg is not installed";
    EXPECT_THROW(write_film({folder_, "picture.%04d.png", 1, 3, 24.0f}, path_), RunError);
    EXPECT_EQ(files(), 3);
}

// In the place of ffmpeg, a program that never ends.
TEST_F(Film, IsNotWaitedForWhenTheRunStops) {
    const fs::path programs = folder_ / "programs";
    fs::create_directories(programs);
    std::ofstream(programs / "ffmpeg") << "#!/bin/sh\nsleep 600\n";
    fs::permissions(programs / "ffmpeg", fs::perms::owner_all);
    const std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
    setenv("PATH", (programs.string() + ":" + path).c_str(), 1);
    const std::atomic<bool> stop = true;
    lamella::Run run;
    run.stop = &stop;
    EXPECT_THROW(write_film({folder_, "frame.%04d.png", 1, 3, 24.0f}, path_, run), RunError);
    setenv("PATH", path.c_str(), 1);
    EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Film, MissingProgramIsASentence) {
    const std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
    setenv("PATH", folder_.c_str(), 1);
    std::string message;
    try {
        write_film({folder_, "frame.%04d.png", 1, 3, 24.0f}, path_);
    } catch (const RunError& error) {
        message = error.what();
    }
    setenv("PATH", path.c_str(), 1);
    EXPECT_NE(message.find("ffmpeg could not be started"), std::string::npos) << message;
    EXPECT_EQ(files(), 3);
}

}  // namespace
}  // namespace lamella
