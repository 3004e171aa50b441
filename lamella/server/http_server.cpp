#include <lamella/core/error.hpp>
#include <lamella/server/http_server.hpp>
#include <lamella/server/server_loop.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lamella {

namespace {

constexpr int kBacklog = 256;  // connections that the system keeps until they are accepted

[[noreturn]] void fail(int socket, int port) {
    const std::string reason = std::strerror(errno);
    if (socket >= 0) close(socket);
    throw RunError(port == 0 ? fmt::format("no port on 127.0.0.1 can be opened ({})", reason)
                             : fmt::format("port {} on 127.0.0.1 cannot be opened ({})", port, reason));
}

}  // namespace

HttpServer::HttpServer(Answer answer, int port) : answer_(std::move(answer)) {
    socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    const int yes = 1;
    if (socket_ < 0 || setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(socket_, reinterpret_cast<sockaddr*>(&place), size) != 0 || listen(socket_, kBacklog) != 0 ||
        getsockname(socket_, reinterpret_cast<sockaddr*>(&place), &size) != 0)
        fail(socket_, port);
    port_ = ntohs(place.sin_port);
}

HttpServer::~HttpServer() { close(socket_); }

std::string HttpServer::address() const { return fmt::format("http://127.0.0.1:{}/", port_); }

HttpReply HttpServer::reply_to(std::string_view head) const {
    const auto request = parse_request(head);
    if (!request) return http_refusal(400, "this is no HTTP request");
    if (request->host != fmt::format("127.0.0.1:{}", port_) && request->host != fmt::format("localhost:{}", port_))
        return http_refusal(403, "this server answers to 127.0.0.1 and localhost only");
    if (request->method != "GET" && request->method != "HEAD")
        return http_refusal(405, "this server only reads: GET and HEAD are allowed");
    try {
        HttpReply reply = answer_(request->path);
        if (request->method == "GET") keep_range(request->range, reply);
        return reply;
    } catch (const std::exception& error) {
        return http_refusal(500, error.what());
    }
}

void HttpServer::serve(const std::atomic<bool>& stop) const { ServerLoop(*this, socket_, stop).run(); }

}  // namespace lamella
