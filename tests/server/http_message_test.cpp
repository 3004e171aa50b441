#include <lamella/server/http_message.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(HttpMessage, RequestsAreReadWithTheirDecodedPathAndHost) {
    const auto request = parse_request("GET /runs/0/a%20b.json?x=%2e HTTP/1.1\r\nAccept: */*\r\nhOsT:  localhost:1 ");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->method, "GET");
    EXPECT_EQ(request->path, "/runs/0/a b.json");
    EXPECT_EQ(request->host, "localhost:1");
}

TEST(HttpMessage, WhatIsNoRequestIsRefused) {
    for (const char* head :
         {"", "GET", "GET /", "GET / HTTP/2", "GET http://a/ HTTP/1.1", " / HTTP/1.1", "GET /% HTTP/1.1",
          "GET /%4 HTTP/1.1", "GET /%zz HTTP/1.1", "GET /%00 HTTP/1.1", "GET *  HTTP/1.1"})
        EXPECT_FALSE(parse_request(head)) << head;
}

TEST(HttpMessage, TwoHostsAreNone) {
    EXPECT_EQ(parse_request("GET / HTTP/1.1\r\nHost: localhost:1\r\nHost: evil")->host, "");
    EXPECT_EQ(parse_request("GET / HTTP/1.1\r\nX-Host: localhost:1")->host, "");
}

TEST(HttpMessage, HeadsSayTypeAndSizeAndForbidKeeping) {
    HttpReply reply;
    reply.type = media_type("scene.json");
    reply.body = "{}";
    const std::string head = reply_head(reply);
    EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(head.ends_with("\r\n\r\n"));
    for (const char* line :
         {"Content-Type: application/json\r\n", "Content-Length: 2\r\n", "Cache-Control: no-store\r\n"})
        EXPECT_NE(head.find(line), std::string::npos) << line;
    EXPECT_EQ(head.find("Access-Control"), std::string::npos);
    EXPECT_NE(reply_head(http_refusal(405, "no")).find("Allow: GET, HEAD\r\n"), std::string::npos);
}

TEST(HttpMessage, EndingsDecideTheMediaType) {
    EXPECT_EQ(media_type("index.html"), "text/html; charset=utf-8");
    EXPECT_EQ(media_type("ledger.simulate.jsonl"), "application/jsonl");
    EXPECT_EQ(media_type("water.0001.bgeo"), "application/octet-stream");
}

}  // namespace
}  // namespace lamella
