#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace lamella {

struct ThreadLimit::Control {
    tbb::global_control limit;
};

ThreadLimit::ThreadLimit(int threads)
    : control_(new Control{
          tbb::global_control(tbb::global_control::max_allowed_parallelism,
                              static_cast<std::size_t>(threads > 0 ? threads : tbb::info::default_concurrency()))}) {}

ThreadLimit::~ThreadLimit() { delete control_; }

void parallel_chunks(const char* label, std::ptrdiff_t n, std::ptrdiff_t chunk_size,
                     FunctionRef<void(std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t)> body) {
    if (n <= 0) return;
    const ProfileScope scope(label);
    const std::ptrdiff_t chunks = (n + chunk_size - 1) / chunk_size;
    const auto run = [&](std::ptrdiff_t chunk) {
        body(chunk, chunk * chunk_size, std::min(n, (chunk + 1) * chunk_size));
    };
    if (chunks == 1) return run(0);
    tbb::parallel_for(std::ptrdiff_t{0}, chunks, run);
}

void run_alone(FunctionRef<void()> body) {
    tbb::task_arena alone(1);
    alone.execute([&] { body(); });
}

}  // namespace lamella
