#include <lamella/core/error.hpp>
#include <lamella/server/http_server.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lamella {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kThreads = 16;  // a browser opens six connections and some in advance
constexpr std::size_t kLargestHead = 16384;
constexpr auto kPatience = std::chrono::seconds(10);  // with a client that sends or reads slowly
constexpr auto kFarewell = std::chrono::milliseconds(500);
constexpr int kLookMilliseconds = 100;  // between two looks at the stop flag

[[noreturn]] void fail(int socket, int port) {
    const std::string reason = std::strerror(errno);
    if (socket >= 0) close(socket);
    throw RunError(port == 0 ? fmt::format("no port on 127.0.0.1 can be opened ({})", reason)
                             : fmt::format("port {} on 127.0.0.1 cannot be opened ({})", port, reason));
}

// One client, for one request. Every wait ends with the patience or when the server is to stop.
class Client {
public:
    Client(int socket, const std::atomic<bool>& stop) : socket_(socket), stop_(stop) {}
    ~Client() { close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // The bytes before the empty line; nothing when they do not come in time or are too many.
    std::optional<std::string> read_head() const {
        const auto until = Clock::now() + kPatience;
        std::string bytes;
        char piece[4096];
        while (bytes.size() < kLargestHead && ready(POLLIN, until)) {
            const ssize_t count = recv(socket_, piece, sizeof piece, 0);
            if (count <= 0) return std::nullopt;
            bytes.append(piece, static_cast<std::size_t>(count));
            if (const auto end = bytes.find("\r\n\r\n"); end != std::string::npos) return bytes.substr(0, end);
        }
        return std::nullopt;
    }

    bool send_bytes(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = send_some([&] { return send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); });
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

    // A file that became shorter meanwhile ends the connection early, which the client notices.
    bool send_file(const OpenFile& file) const {
        for (std::uint64_t left = file.size(); left > 0;) {
            const ssize_t count = send_some([&] { return sendfile(socket_, file.descriptor(), nullptr, left); });
            if (count <= 0) return false;
            left -= static_cast<std::uint64_t>(count);
        }
        return true;
    }

    // Closing while bytes of the client wait would reset the connection and lose the reply.
    void say_goodbye() const {
        shutdown(socket_, SHUT_WR);
        const auto until = Clock::now() + kFarewell;
        char piece[4096];
        while (ready(POLLIN, until) && recv(socket_, piece, sizeof piece, 0) > 0) {
        }
    }

private:
    bool ready(short event, Clock::time_point until) const {
        while (!stop_ && Clock::now() < until) {
            pollfd wanted{socket_, event, 0};
            if (poll(&wanted, 1, kLookMilliseconds) == 1) return true;
        }
        return false;
    }

    template <class Send>
    ssize_t send_some(const Send& send_now) const {
        const auto until = Clock::now() + kPatience;
        ssize_t count = -1;
        while (ready(POLLOUT, until) && (count = send_now()) < 0 && errno == EAGAIN) {
        }
        return count;
    }

    int socket_;
    const std::atomic<bool>& stop_;
};

// The head has been sent: a body that fails ends early.
void send_stream(const Client& client, const HttpStream& stream) {
    try {
        stream.write([&](std::string_view bytes) { return client.send_bytes(bytes); });
    } catch (const std::exception&) {
        return;
    }
}

void send_body(const Client& client, const HttpReply& reply) {
    if (reply.stream.write)
        send_stream(client, reply.stream);
    else if (reply.file.is_open())
        client.send_file(reply.file);
    else
        client.send_bytes(reply.body);
}

void talk(const Client& client, const HttpServer& server) {
    const auto head = client.read_head();
    if (!head) return;
    const HttpReply reply = server.reply_to(*head);
    const bool whole = client.send_bytes(reply_head(reply));
    if (whole && !head->starts_with("HEAD ")) send_body(client, reply);
    client.say_goodbye();
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
        bind(socket_, reinterpret_cast<sockaddr*>(&place), size) != 0 || listen(socket_, 64) != 0 ||
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
        return answer_(request->path);
    } catch (const std::exception& error) {
        return http_refusal(500, error.what());
    }
}

void HttpServer::serve(const std::atomic<bool>& stop) const {
    const auto work = [&] {
        while (!stop) {
            pollfd waiting{socket_, POLLIN, 0};
            if (poll(&waiting, 1, kLookMilliseconds) != 1) continue;
            const int client = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (client >= 0) talk(Client(client, stop), *this);  // otherwise another thread took it
        }
    };
    std::vector<std::jthread> threads;
    for (int k = 0; k < kThreads; ++k) threads.emplace_back(work);
}

}  // namespace lamella
