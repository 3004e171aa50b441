#include <lamella/core/log.hpp>

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>

namespace lamella {

namespace {

bool holds_a_file(const std::filesystem::path& folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.is_regular_file(error) && !entry.path().filename().string().starts_with('.')) return true;
    return false;
}

// The log of a run lies in a folder that the run is about to make or to clear: messages wait until another
// file is there, and the file is opened for each. A log that cannot be written does not end the run.
class RunFileSink : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit RunFileSink(std::filesystem::path path) : path_(std::move(path)) {}

private:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        waiting_.append(line.data(), line.size());
        flush_();
    }
    void flush_() override {
        if (!holds_a_file(path_.parent_path())) return;
        std::ofstream(path_, std::ios::app) << waiting_;
        waiting_.clear();
    }

    std::filesystem::path path_;
    std::string waiting_;
};

}  // namespace

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
    auto to_file = std::make_shared<RunFileSink>(path);
    to_file->set_pattern("%Y-%m-%d %H:%M:%S %l: %v");
    sinks_->logger.sinks().push_back(to_file);
}

void Log::detail(std::string_view message) const { sinks_->logger.debug("{}", message); }
void Log::info(std::string_view message) const { sinks_->logger.info("{}", message); }
void Log::warning(std::string_view message) const { sinks_->logger.warn("warning: {}", message); }
void Log::error(std::string_view message) const { sinks_->logger.error("error: {}", message); }
LogLevel Log::level() const { return sinks_->level; }

}  // namespace lamella
