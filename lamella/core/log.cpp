#include <lamella/core/log.hpp>

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace lamella {

struct Log::Sinks {
    LogLevel level;
    spdlog::logger logger{"lamella"};
};

Log::Log(LogLevel level) : sinks_(std::make_unique<Sinks>()) {
    sinks_->level = level;
    auto to_stderr = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    to_stderr->set_pattern("%v");
    to_stderr->set_level(level == LogLevel::quiet    ? spdlog::level::warn
                         : level == LogLevel::normal ? spdlog::level::info
                                                     : spdlog::level::debug);
    sinks_->logger.sinks().push_back(to_stderr);
    sinks_->logger.set_level(spdlog::level::debug);
}

Log::~Log() = default;

void Log::also_to(const char* path) {
    auto to_file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path, false);
    to_file->set_pattern("%Y-%m-%d %H:%M:%S %l: %v");
    sinks_->logger.sinks().push_back(to_file);
    sinks_->logger.flush_on(spdlog::level::info);
}

void Log::detail(std::string_view message) const { sinks_->logger.debug("{}", message); }
void Log::info(std::string_view message) const { sinks_->logger.info("{}", message); }
void Log::warning(std::string_view message) const { sinks_->logger.warn("warning: {}", message); }
void Log::error(std::string_view message) const { sinks_->logger.error("error: {}", message); }
LogLevel Log::level() const { return sinks_->level; }

}  // namespace lamella
