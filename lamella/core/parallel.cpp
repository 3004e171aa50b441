#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace lamella {
namespace {

// Orders what was done before give() and what is done after take(), for ThreadSanitizer: oneTBB is not instrumented,
// and how it hands work over and waits for it is not seen.
class Order {
public:
#ifdef __SANITIZE_THREAD__
    void give() { __tsan_release(this); }
    void take() { __tsan_acquire(this); }
#else
    void give() {}
    void take() {}
#endif
};

}  // namespace

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
    Order begun, done;
    const auto run = [&](std::ptrdiff_t chunk) {
        begun.take();
        body(chunk, chunk * chunk_size, std::min(n, (chunk + 1) * chunk_size));
        done.give();
    };
    if (chunks == 1) return run(0);
    begun.give();
    tbb::parallel_for(std::ptrdiff_t{0}, chunks, run);
    done.take();
}

void run_alone(FunctionRef<void()> body) {
    tbb::task_arena alone(1);
    alone.execute([&] { body(); });
}

}  // namespace lamella
