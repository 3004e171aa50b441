#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/random.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

namespace lamella {
namespace {

double noisy_sum(int threads) {
    const ThreadLimit limit(threads);
    return parallel_sum("sum", 1'000'003,
                        [](Index i) { return random_unit(1, 2, static_cast<std::uint64_t>(i)) - 0.5f; });
}

TEST(Parallel, VisitsEveryIndexOnce) {
    std::vector<std::atomic<int>> visits(10'007);
    parallel_for("visit", 10'007, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
    for (const auto& v : visits) ASSERT_EQ(v.load(), 1);
}

TEST(Parallel, SumHasTheSameBitsForAnyThreadCount) {
    const double one = noisy_sum(1);
    for (int threads : {2, 3, 5}) EXPECT_EQ(noisy_sum(threads), one);
}

TEST(Parallel, NothingToDoIsTheIdentity) {
    EXPECT_EQ(parallel_sum("none", 0, [](Index) { return 1.0; }), 0.0);
    EXPECT_EQ(parallel_max(
                  "none", 0, [](Index) { return 1.0f; }, -3.0f),
              -3.0f);
}

TEST(Parallel, RunsAloneOnOneThread) {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    const ThreadLimit limit(3);
    run_alone([&] {
        parallel_for(
            "who", 1000,
            [&](Index) {
                const std::lock_guard lock(mutex);
                threads.insert(std::this_thread::get_id());
            },
            1);
    });
    EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST(Profile, NestsScopesByLabel) {
    profile_reset();
    {
        const ProfileScope outer("step");
        parallel_for("density", 10, [](Index) {});
        parallel_for("density", 10, [](Index) {});
    }
    const std::string report = profile_report();
    EXPECT_NE(report.find("step"), std::string::npos);
    EXPECT_NE(report.find("2 x    density"), std::string::npos) << report;
}

}  // namespace
}  // namespace lamella
