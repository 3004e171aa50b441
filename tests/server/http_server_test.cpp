#include <lamella/core/error.hpp>
#include <lamella/server/http_server.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// A server with a text, a file of three megabytes and a page that fails, and its client.
class HttpServerTest : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(folder_);
        std::ofstream(folder_ / "large") << std::string(3 << 20, 'x');
    }
    void TearDown() override {
        stop_ = true;
        thread_.join();
        fs::remove_all(folder_);
    }

    HttpReply answer(const std::string& path) const {
        if (path == "/broken") throw RunError("the disk is gone");
        HttpReply reply;
        if (path == "/large")
            reply.file = open_below(folder_, "large");
        else if (path == "/stream")
            reply.stream = {6, [](auto send) { send("abc") && send("def"); }};
        else if (path == "/failing")
            reply.stream = {6, [](auto send) {
                                send("abc");
                                throw RunError("the disk is gone");
                            }};
        else if (path == "/endless")
            reply.stream = {std::uint64_t{1} << 40, [](auto send) {
                                while (send(std::string(1 << 16, 'y'))) {
                                }
                            }};
        else
            reply.body = "at " + path;
        return reply;
    }

    int connected() const {
        const int client = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(client, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
        return client;
    }

    std::string exchange(const std::string& request) const {
        const int client = connected();
        EXPECT_EQ(send(client, request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
        std::string reply;
        char piece[65536];
        for (ssize_t n = 0; (n = recv(client, piece, sizeof piece, 0)) > 0;)
            reply.append(piece, static_cast<std::size_t>(n));
        close(client);
        return reply;
    }
    std::string get(const std::string& method, const std::string& path, const std::string& host = "localhost") const {
        return exchange(fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\n\r\n", method, path, host, server_.port()));
    }

    fs::path folder_ = fs::temp_directory_path() / fmt::format("lamella_http_server_{}", getpid());
    HttpServer server_{[this](const std::string& path) { return answer(path); }, 0};
    std::atomic<bool> stop_{false};
    std::thread thread_{[this] { server_.serve(stop_); }};
};

std::string body_of(const std::string& reply) { return reply.substr(reply.find("\r\n\r\n") + 4); }

TEST_F(HttpServerTest, AnswersWithTextsAndFiles) {
    EXPECT_EQ(body_of(get("GET", "/page?now")), "at /page");
    EXPECT_EQ(body_of(get("GET", "/large")), std::string(3 << 20, 'x'));
    EXPECT_TRUE(get("GET", "/", "127.0.0.1").starts_with("HTTP/1.1 200 "));
}

TEST_F(HttpServerTest, HeadHasTheSizeAndNoBody) {
    const std::string reply = get("HEAD", "/large");
    EXPECT_NE(reply.find("Content-Length: 3145728\r\n"), std::string::npos);
    EXPECT_EQ(body_of(reply), "");
}

TEST_F(HttpServerTest, BodiesAreSentWhileTheyAreMade) {
    const std::string reply = get("GET", "/stream");
    EXPECT_NE(reply.find("Promised-Length: 6\r\n"), std::string::npos);
    EXPECT_EQ(reply.find("Content-Length"), std::string::npos);
    EXPECT_EQ(body_of(reply), "abcdef");
    EXPECT_EQ(body_of(get("HEAD", "/stream")), "");
    EXPECT_EQ(body_of(get("GET", "/failing")), "abc");
    EXPECT_EQ(body_of(get("GET", "/page")), "at /page");
}

TEST_F(HttpServerTest, RefusesOtherHosts) {
    for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", ""})
        EXPECT_TRUE(get("GET", "/", host).starts_with("HTTP/1.1 403 ")) << host;
    EXPECT_TRUE(exchange("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403 "));
    EXPECT_TRUE(exchange("GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n").starts_with("HTTP/1.1 403 "));
}

TEST_F(HttpServerTest, OnlyReads) {
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get"})
        EXPECT_TRUE(get(method, "/page").starts_with("HTTP/1.1 405 ")) << method;
}

TEST_F(HttpServerTest, AFailureIsAReply) {
    const std::string reply = get("GET", "/broken");
    EXPECT_TRUE(reply.starts_with("HTTP/1.1 500 "));
    EXPECT_EQ(body_of(reply), "the disk is gone\n");
}

TEST_F(HttpServerTest, OutlivesNonsenseAndClientsThatLeave) {
    EXPECT_TRUE(exchange("\x16\x03\x01 nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
    EXPECT_EQ(exchange(std::string(40000, 'a')), "");
    close(connected());
    EXPECT_TRUE(get("GET", "/page").starts_with("HTTP/1.1 200 "));
}

TEST_F(HttpServerTest, IdleConnectionsDoNotBlockOthers) {
    std::vector<int> idle;
    for (int k = 0; k < 8; ++k) idle.push_back(connected());
    EXPECT_TRUE(get("GET", "/page").starts_with("HTTP/1.1 200 "));
    for (const int client : idle) close(client);
}

// Two hundred that send their request byte by byte, or read nothing of a large reply, or of one that is made while it
// is sent: each holds a place, none a thread.
TEST_F(HttpServerTest, SlowClientsKeepNobodyWaiting) {
    std::vector<int> slow;
    const std::string host = fmt::format(" HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server_.port());
    for (int k = 0; k < 200; ++k) {
        const std::string request = k % 3 == 0 ? "GET /pag" : k % 3 == 1 ? "GET /large" + host : "GET /endless" + host;
        slow.push_back(connected());
        EXPECT_EQ(send(slow.back(), request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
    }
    for (int k = 0; k < 20; ++k) EXPECT_EQ(body_of(get("GET", "/page")), "at /page");
    EXPECT_EQ(body_of(get("GET", "/large")).size(), std::size_t{3} << 20);
    for (const int client : slow) close(client);
    EXPECT_EQ(body_of(get("GET", "/stream")), "abcdef");
}

TEST_F(HttpServerTest, ARangeOfAFileIsSent) {
    const auto part = [&](const std::string& path, const std::string& range) {
        return exchange(
            fmt::format("GET {} HTTP/1.1\r\nHost: localhost:{}\r\nRange: {}\r\n\r\n", path, server_.port(), range));
    };
    const std::string middle = part("/page", "bytes=3-6");
    EXPECT_TRUE(middle.starts_with("HTTP/1.1 206 Partial Content\r\n"));
    EXPECT_NE(middle.find("Content-Range: bytes 3-6/8\r\n"), std::string::npos) << middle;
    EXPECT_EQ(body_of(middle), "/pag");
    EXPECT_EQ(body_of(part("/page", "bytes=6-")), "ge");
    EXPECT_EQ(body_of(part("/page", "bytes=-3")), "age");
    EXPECT_EQ(body_of(part("/page", "bytes=0-999")), "at /page");
    EXPECT_EQ(body_of(part("/large", "bytes=1000000-2999999")), std::string(2000000, 'x'));
    const std::string beyond = part("/page", "bytes=8-9");
    EXPECT_TRUE(beyond.starts_with("HTTP/1.1 416 "));
    EXPECT_NE(beyond.find("Content-Range: bytes */8\r\n"), std::string::npos) << beyond;
    EXPECT_TRUE(part("/page", "bytes=-0").starts_with("HTTP/1.1 416 "));
    for (const char* other : {"lines=1-2", "bytes=1-2,4-5", "bytes=5-2", "bytes=", "bytes=-", "bytes=a-b", "3-6"}) {
        EXPECT_TRUE(part("/page", other).starts_with("HTTP/1.1 200 ")) << other;
        EXPECT_EQ(body_of(part("/page", other)), "at /page") << other;
    }
    EXPECT_TRUE(part("/stream", "bytes=1-2").starts_with("HTTP/1.1 200 "));
}

TEST_F(HttpServerTest, APortIsTakenOnce) {
    EXPECT_THROW(HttpServer([](const std::string&) { return HttpReply(); }, server_.port()), RunError);
}

}  // namespace
}  // namespace lamella
