// Messages for people: to stderr, and to the run's log.txt when there is one.
#pragma once

#include <memory>
#include <string_view>

namespace lamella {

enum class LogLevel { quiet, normal, verbose };

// `quiet` keeps warnings and errors only; `verbose` adds details.
class Log {
public:
    explicit Log(LogLevel level = LogLevel::normal);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void also_to(const char* path);  // from now on messages of every level go to this file, too
    void detail(std::string_view message) const;
    void info(std::string_view message) const;
    void warning(std::string_view message) const;
    void error(std::string_view message) const;
    LogLevel level() const;

private:
    struct Sinks;
    std::unique_ptr<Sinks> sinks_;
};

}  // namespace lamella
