// The program's start. This file is built for every x86-64 processor and includes nothing of the library.
#include <unistd.h>

namespace lamella::cli {
int run_program(int argc, char** argv);
}

#ifdef LAMELLA_NEEDS_AVX2
namespace {

// Before the constructors of all other files, which may use the instructions already.
__attribute__((constructor(101))) void check_processor() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) return;
    constexpr char sentence[] =
        "lamella: failed: this build needs a processor with AVX2, FMA and BMI2 (x86-64-v3); build it with "
        "-DLAMELLA_ARCH=x86-64 for this one\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence, sizeof(sentence) - 1);
    _exit(1);
}

}  // namespace
#endif

int main(int argc, char** argv) { return lamella::cli::run_program(argc, argv); }
