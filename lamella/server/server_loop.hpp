// The loop of the server: one thread moves the bytes of all clients, some workers make the replies.
#pragma once

#include <lamella/server/connection.hpp>
#include <lamella/server/http_server.hpp>

#include <atomic>
#include <deque>
#include <list>
#include <memory>
#include <thread>
#include <vector>

namespace lamella {

class ServerLoop {
public:
    ServerLoop(const HttpServer& server, int listener, const std::atomic<bool>& stop);
    ~ServerLoop();
    ServerLoop(const ServerLoop&) = delete;
    ServerLoop& operator=(const ServerLoop&) = delete;

    void run();  // until the flag is set

private:
    struct Job {
        std::shared_ptr<Connection> client;
        std::string head;
    };

    void wait();
    void accept_clients();
    void make_room();
    void hand_over_heads();
    void free_a_worker();
    void work();
    void reply(const Job& job) const;
    void wake() const;

    const HttpServer& server_;
    int listener_;
    int waker_;  // what workers tell the loop with
    const std::atomic<bool>& stop_;
    std::list<std::shared_ptr<Connection>> clients_;

    std::mutex mutex_;
    std::condition_variable more_;
    std::deque<Job> jobs_;
    int idle_ = 0;  // workers without a job
    bool ended_ = false;
    std::vector<std::jthread> workers_;
};

}  // namespace lamella
