#include <lamella/server/connection.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lamella {

namespace {

constexpr std::size_t kLargestHead = 16384;
constexpr std::size_t kMostWaiting = std::size_t{1} << 20;  // bytes that are ready before they are sent
constexpr auto kPatience = std::chrono::seconds(10);        // until a request is whole, and for a short reply
constexpr std::uint64_t kLeastRate = 64 << 10;              // bytes a second, for a long one
constexpr auto kFarewell = std::chrono::milliseconds(500);

std::uint64_t size_of(const HttpReply& reply) {
    if (reply.stream.write) return reply.stream.size;
    return reply.file.is_open() ? reply.file.size() : reply.body.size();
}

}  // namespace

Connection::Connection(int socket, std::function<void()> wake)
    : socket_(socket), wake_(std::move(wake)), deadline_(Clock::now() + kPatience), progress_(Clock::now()) {}

Connection::~Connection() { close(socket_); }

short Connection::awaited() const {
    if (stage_ == Stage::reading || stage_ == Stage::leaving) return POLLIN;
    const std::lock_guard lock(mutex_);
    return !waiting_.empty() || finished_ ? POLLOUT : 0;
}

bool Connection::is_late() const {
    const std::lock_guard lock(mutex_);
    return Clock::now() > deadline_;
}

void Connection::proceed(short events) {
    if (events & (POLLERR | POLLNVAL)) return end();
    if ((events & POLLHUP) && stage_ == Stage::replying) return end();
    if ((events & (POLLIN | POLLHUP)) && stage_ != Stage::replying) read();
    if ((events & POLLOUT) && stage_ == Stage::replying) send_waiting();
}

void Connection::end() {
    const std::lock_guard lock(mutex_);
    stage_ = Stage::over;
    abandoned_ = true;
    room_.notify_all();
}

// While it leaves, what the client still sends is read and forgotten: closing before would reset the connection and
// lose the reply.
void Connection::read() {
    char piece[4096];
    const ssize_t count = recv(socket_, piece, sizeof piece, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) return end();
    if (stage_ == Stage::leaving) return;
    head_.append(piece, static_cast<std::size_t>(count));
    const auto end_of_head = head_.find("\r\n\r\n");
    if (end_of_head == std::string::npos && head_.size() >= kLargestHead) return end();
    if (end_of_head == std::string::npos) return;
    head_.resize(end_of_head);
    stage_ = Stage::replying;
    const std::lock_guard lock(mutex_);
    deadline_ = Clock::time_point::max();  // until there is a reply
}

std::optional<std::string> Connection::take_head() {
    if (stage_ != Stage::replying || std::exchange(head_taken_, true)) return std::nullopt;
    return head_;
}

bool Connection::holds_a_worker(Clock::duration longer_than) const {
    const std::lock_guard lock(mutex_);
    return blocked_ && Clock::now() - progress_ > longer_than;
}

void Connection::begin(const HttpReply& reply, bool with_body) {
    const auto bytes = with_body ? size_of(reply) : 0;
    {
        const std::lock_guard lock(mutex_);
        progress_ = Clock::now();
        deadline_ = progress_ + kPatience + std::chrono::seconds(bytes / kLeastRate);
    }
    offer(reply_head(reply));
}

bool Connection::offer(std::string_view bytes) {
    while (!bytes.empty()) {
        std::unique_lock lock(mutex_);
        blocked_ = true;
        room_.wait(lock, [&] { return waiting_.size() < kMostWaiting || abandoned_; });
        blocked_ = false;
        if (abandoned_) return false;
        const std::size_t count = std::min(bytes.size(), kMostWaiting - waiting_.size());
        waiting_ += bytes.substr(0, count);
        bytes.remove_prefix(count);
        wake_();
    }
    return true;
}

void Connection::finish(OpenFile file, std::uint64_t first, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    file_ = std::move(file);
    file_at_ = first;
    file_left_ = file_.is_open() ? count : 0;
    finished_ = true;
    wake_();
}

// Whether something was sent; a client that has left ends it.
bool Connection::sent(long count) {
    if (count > 0) progress_ = Clock::now();
    if (count < 0 && errno != EAGAIN && errno != EINTR) stage_ = Stage::over, abandoned_ = true;
    return count > 0;
}

void Connection::send_waiting() {
    const std::lock_guard lock(mutex_);
    if (!waiting_.empty()) {
        const ssize_t count = send(socket_, waiting_.data(), waiting_.size(), MSG_NOSIGNAL);
        if (sent(count)) waiting_.erase(0, static_cast<std::size_t>(count));
    } else if (file_left_ > 0) {
        send_file();
    }
    room_.notify_all();
    if (finished_ && waiting_.empty() && file_left_ == 0 && stage_ == Stage::replying) leave();
}

// A file that became shorter meanwhile ends the connection early, which the client notices.
void Connection::send_file() {
    auto at = static_cast<off_t>(file_at_);
    const ssize_t count = sendfile(socket_, file_.descriptor(), &at, file_left_);
    if (count == 0) file_left_ = 0;
    if (!sent(count)) return;
    file_at_ += static_cast<std::uint64_t>(count);
    file_left_ -= static_cast<std::uint64_t>(count);
}

void Connection::leave() {
    shutdown(socket_, SHUT_WR);
    stage_ = Stage::leaving;
    deadline_ = Clock::now() + kFarewell;
}

}  // namespace lamella
