#include <lamella/core/error.hpp>
#include <lamella/server/server_loop.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lamella {

namespace {

constexpr int kWorkers = 16;  // a browser opens six connections
constexpr std::size_t kMostClients = 400;
constexpr int kLookMilliseconds = 100;  // between two looks at the stop flag and the deadlines
constexpr auto kStalled = std::chrono::milliseconds(250);

}  // namespace

ServerLoop::ServerLoop(const HttpServer& server, int listener, const std::atomic<bool>& stop)
    : server_(server), listener_(listener), waker_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), stop_(stop) {
    if (waker_ < 0) throw RunError(std::string("the server cannot be started (") + std::strerror(errno) + ")");
    for (int k = 0; k < kWorkers; ++k) workers_.emplace_back([this] { work(); });
}

ServerLoop::~ServerLoop() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    for (const auto& client : clients_) client->end();
    more_.notify_all();
    workers_.clear();
    close(waker_);
}

void ServerLoop::run() {
    while (!stop_) {
        wait();
        hand_over_heads();
        free_a_worker();
        for (const auto& client : clients_)
            if (client->is_late()) client->end();
        std::erase_if(clients_, [](const auto& client) { return client->is_over(); });
    }
}

void ServerLoop::wait() {
    std::vector<pollfd> waiting{{listener_, POLLIN, 0}, {waker_, POLLIN, 0}};
    for (const auto& client : clients_) waiting.push_back({client->socket(), client->awaited(), 0});
    if (poll(waiting.data(), waiting.size(), kLookMilliseconds) <= 0) return;
    std::uint64_t count = 0;
    if (waiting[1].revents && read(waker_, &count, sizeof count) < 0) count = 0;
    auto at = waiting.begin() + 2;
    for (const auto& client : clients_) client->proceed((at++)->revents);
    if (waiting[0].revents) accept_clients();
}

void ServerLoop::accept_clients() {
    for (int client = 0; (client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0;) {
        clients_.push_back(std::make_shared<Connection>(client, [this] { wake(); }));
        if (clients_.size() > kMostClients) make_room();
    }
}

// The oldest that has not even asked for something goes.
void ServerLoop::make_room() {
    const auto idle = std::ranges::find_if(clients_, [](const auto& client) { return client->waits_for_head(); });
    (idle == clients_.end() ? clients_.back() : *idle)->end();
}

void ServerLoop::hand_over_heads() {
    for (const auto& client : clients_)
        if (auto head = client->take_head()) {
            const std::lock_guard lock(mutex_);
            jobs_.push_back({client, std::move(*head)});
            more_.notify_one();
        }
}

// Requests wait while every worker has bytes for a client that does not read them: such a client goes.
void ServerLoop::free_a_worker() {
    {
        const std::lock_guard lock(mutex_);
        if (jobs_.empty() || idle_ > 0) return;
    }
    for (const auto& client : clients_)
        if (client->holds_a_worker(kStalled)) client->end();
}

void ServerLoop::work() {
    while (true) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            ++idle_;
            more_.wait(lock, [&] { return ended_ || !jobs_.empty(); });
            --idle_;
            if (ended_) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        reply(job);
    }
}

namespace {

// A body that fails ends early: its head has been sent.
void send_stream(Connection& client, const HttpStream& stream) {
    try {
        stream.write([&](std::string_view bytes) { return client.offer(bytes); });
    } catch (const std::exception&) {
        return;
    }
}

}  // namespace

void ServerLoop::reply(const Job& job) const {
    HttpReply reply = server_.reply_to(job.head);
    const bool with_body = !job.head.starts_with("HEAD ");
    const std::uint64_t first = reply.first_byte(), count = reply.byte_count();
    Connection& client = *job.client;
    client.begin(reply, with_body);
    if (with_body && reply.stream.write)
        send_stream(client, reply.stream);
    else if (with_body && !reply.file.is_open())
        client.offer(std::string_view(reply.body).substr(first, count));
    const bool with_file = with_body && !reply.stream.write;
    client.finish(with_file ? std::move(reply.file) : OpenFile(), first, count);
}

void ServerLoop::wake() const {
    const std::uint64_t one = 1;
    if (write(waker_, &one, sizeof one) < 0) return;  // it is awake already
}

}  // namespace lamella
