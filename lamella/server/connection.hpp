// One client of the server, for one request. The loop of the server moves its bytes and never waits for it; a worker
// makes the reply meanwhile. Whoever reads or sends slowly holds a place in the loop, and no thread.
#pragma once

#include <lamella/server/http_message.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace lamella {

class Connection {
public:
    using Clock = std::chrono::steady_clock;

    // `wake` is called when there is more for the loop to do.
    Connection(int socket, std::function<void()> wake);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // For the loop: what it waits for, what it is to do when that or the time has come, and whether it is over.
    int socket() const { return socket_; }
    short awaited() const;
    void proceed(short events);
    bool is_over() const { return stage_ == Stage::over; }
    bool is_late() const;
    void end();  // also for the worker, whose bytes have nowhere to go then

    // The bytes before the empty line, once, when they have come.
    std::optional<std::string> take_head();
    bool waits_for_head() const { return stage_ == Stage::reading; }

    // Whether a worker waits for the client, which has read nothing for so long.
    bool holds_a_worker(Clock::duration longer_than) const;

    // For the worker. offer() waits while the client reads more slowly than bytes come, and is false when it has left.
    void begin(const HttpReply& reply, bool with_body);
    bool offer(std::string_view bytes);
    void finish(OpenFile file, std::uint64_t first, std::uint64_t count);

private:
    enum class Stage { reading, replying, leaving, over };

    void read();
    void send_waiting();
    void send_file();
    bool sent(long count);
    void leave();

    int socket_;
    std::function<void()> wake_;
    Stage stage_ = Stage::reading;
    std::string head_;
    bool head_taken_ = false;

    // Shared with the worker.
    mutable std::mutex mutex_;
    Clock::time_point deadline_, progress_;
    std::condition_variable room_;
    std::string waiting_;     // bytes to send
    bool blocked_ = false;    // the worker waits for room
    bool finished_ = false;   // nothing follows
    bool abandoned_ = false;  // the client has left
    OpenFile file_;           // sent behind the bytes
    std::uint64_t file_at_ = 0, file_left_ = 0;
};

}  // namespace lamella
