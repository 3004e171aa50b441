// A server for one person on this machine: it listens on the loopback address only, answers GET and HEAD, and
// refuses requests that name another host (a page elsewhere whose name was turned to this address).
#pragma once

#include <lamella/server/http_message.hpp>

#include <atomic>
#include <functional>
#include <string>

namespace lamella {

class HttpServer {
public:
    // What there is at a path; called from several threads.
    using Answer = std::function<HttpReply(const std::string& path)>;

    // Port 0 takes a free one. A port that cannot be had is a RunError.
    HttpServer(Answer answer, int port);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    int port() const { return port_; }
    std::string address() const;  // "http://127.0.0.1:40123/"

    // Returns soon after the flag was set. Slow clients keep nobody waiting: each request has a deadline, and one
    // thread moves the bytes of all (server_loop.hpp).
    void serve(const std::atomic<bool>& stop) const;

    // The reply to the bytes before the empty line of a request.
    HttpReply reply_to(std::string_view head) const;

private:
    Answer answer_;
    int socket_ = -1;
    int port_ = 0;
};

}  // namespace lamella
