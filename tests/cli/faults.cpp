// Faults for tests of the program: a library that is loaded before the others (LD_PRELOAD) and counts the calls by
// which the program changes what lies below a folder.
//   LAMELLA_FAULTS_BELOW  the folder
//   LAMELLA_FAULTS_LIST   a file to which every call and its file are written, one a line
//   LAMELLA_FAULT         kill:17 kills the process at the 17th call, full:17 is a disk that is full from then on
// A write is cut by its fault: half of the bytes arrive.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

// The function of that name that would have been called without us.
template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

enum class Fault { none, kill, full };

struct Plan {
    std::string below;
    int list = -1;
    Fault fault = Fault::none;
    int at = 0;

    Plan() {
        const auto text = [](const char* name) { return std::string(std::getenv(name) ? std::getenv(name) : ""); };
        below = text("LAMELLA_FAULTS_BELOW");
        const std::string fault_text = text("LAMELLA_FAULT");
        if (const auto colon = fault_text.find(':'); colon != std::string::npos) {
            fault = fault_text.starts_with("kill") ? Fault::kill : Fault::full;
            at = std::atoi(fault_text.c_str() + colon + 1);
        }
        if (const std::string file = text("LAMELLA_FAULTS_LIST"); !file.empty())
            list =
                next<int(const char*, int, ...)>("open")(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
};

const Plan& plan() {
    static const Plan only;
    return only;
}

std::string path_of(int descriptor) {
    std::array<char, PATH_MAX> path{};
    const ssize_t length =
        ::readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), path.data(), path.size() - 1);
    return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : "";
}

std::string path_of(const char* path, int folder = AT_FDCWD) {
    return *path == '/' || folder == AT_FDCWD ? std::filesystem::absolute(path).string() : path_of(folder) + "/" + path;
}

// What happens to this call.
Fault count(const char* call, const std::string& path) {
    static std::atomic<int> calls = 0;
    if (plan().below.empty() || !path.starts_with(plan().below)) return Fault::none;
    const int number = ++calls;
    const std::string line = std::string(call) + " " + path + "\n";
    if (plan().list >= 0)
        (void)!next<ssize_t(int, const void*, size_t)>("write")(plan().list, line.data(), line.size());
    if (plan().fault == Fault::kill) return number == plan().at ? Fault::kill : Fault::none;
    return plan().fault == Fault::full && number >= plan().at ? Fault::full : Fault::none;
}

[[noreturn]] void kill_at_once() {
    ::kill(::getpid(), SIGKILL);
    for (;;) ::pause();
}

// False when the call is to fail for want of space.
bool may_go_on(const char* call, const std::string& path) {
    const Fault fault = count(call, path);
    if (fault == Fault::kill) kill_at_once();
    if (fault == Fault::full) errno = ENOSPC;
    return fault != Fault::full;
}

// Calls that free space.
void note(const char* call, const std::string& path) {
    if (count(call, path) == Fault::kill) kill_at_once();
}

template <class Write>
ssize_t write_part(const char* call, int descriptor, size_t size, const Write& write) {
    const Fault fault = count(call, path_of(descriptor));
    if (fault == Fault::none) return write(size);
    if (size > 1) write(size / 2);
    if (fault == Fault::kill) kill_at_once();
    errno = ENOSPC;
    return -1;
}

bool makes_a_file(const char* path, int flags) {
    struct stat status {};
    return (flags & O_CREAT) != 0 && ::stat(path, &status) != 0;
}

int open_as(const char* name, const char* path, int flags, mode_t mode) {
    if (makes_a_file(path, flags) && !may_go_on("open", path_of(path))) return -1;
    return next<int(const char*, int, ...)>(name)(path, flags, mode);
}

FILE* fopen_as(const char* name, const char* path, const char* mode) {
    if (*mode != 'r' && makes_a_file(path, O_CREAT) && !may_go_on("open", path_of(path))) return nullptr;
    return next<FILE*(const char*, const char*)>(name)(path, mode);
}

mode_t mode_argument(int flags, va_list arguments) { return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; }

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_argument(flags, arguments);
    va_end(arguments);
    return open_as("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_argument(flags, arguments);
    va_end(arguments);
    return open_as("open64", path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) { return fopen_as("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return fopen_as("fopen64", path, mode); }

ssize_t write(int descriptor, const void* bytes, size_t size) {
    return write_part("write", descriptor, size, [&](size_t part) {
        return next<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, part);
    });
}
ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t at) {
    return write_part("pwrite", descriptor, size, [&](size_t part) {
        return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(descriptor, bytes, part, at);
    });
}
int fsync(int descriptor) { return may_go_on("fsync", path_of(descriptor)) ? next<int(int)>("fsync")(descriptor) : -1; }
int ftruncate(int descriptor, off_t size) noexcept {
    note("ftruncate", path_of(descriptor));
    return next<int(int, off_t)>("ftruncate")(descriptor, size);
}
int rename(const char* from, const char* to) noexcept {
    return may_go_on("rename", path_of(to)) ? next<int(const char*, const char*)>("rename")(from, to) : -1;
}
int mkdir(const char* path, mode_t mode) noexcept {
    struct stat status {};
    if (::stat(path, &status) != 0 && !may_go_on("mkdir", path_of(path))) return -1;
    return next<int(const char*, mode_t)>("mkdir")(path, mode);
}
int unlink(const char* path) noexcept {
    note("unlink", path_of(path));
    return next<int(const char*)>("unlink")(path);
}
int remove(const char* path) noexcept {
    note("remove", path_of(path));
    return next<int(const char*)>("remove")(path);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    note("unlink", path_of(path, folder));
    return next<int(int, const char*, int)>("unlinkat")(folder, path, flags);
}
int rmdir(const char* path) noexcept {
    note("rmdir", path_of(path));
    return next<int(const char*)>("rmdir")(path);
}

}  // extern "C"
