// One HTTP/1.1 request and its reply (RFC 9112), as far as a read-only server needs them.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/server/open_file.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lamella {

struct HttpRequest {
    std::string method;
    std::string path;  // decoded, without the query: "/runs/0/scene.json"
    std::string host;
    std::string range;  // of bytes, as it was asked for: "bytes=0-99"
};

// From the bytes before the empty line; nothing when they are no request.
std::optional<HttpRequest> parse_request(std::string_view head);

// A body that is made while it is sent. `write` is given what sends the next bytes, which is false when the client has
// left. One that ends before its size is no error of HTTP: the head promises the size in a field of our own, and who
// reads it notices.
struct HttpStream {
    std::uint64_t size = 0;
    std::function<void(FunctionRef<bool(std::string_view)> send)> write;
};

// The bytes of a body from the first to the last.
struct ByteRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

struct HttpReply {
    int status = 200;
    std::string_view type = "text/plain; charset=utf-8";
    std::string body;
    OpenFile file;                                            // sent instead of the body when it is open
    HttpStream stream;                                        // sent instead of both when there is what writes it
    std::optional<ByteRange> range = std::nullopt;            // of the body or file, where not all of it is sent
    std::optional<std::uint64_t> unsatisfied = std::nullopt;  // the size of what a range lies outside of

    std::uint64_t size() const { return file.is_open() ? file.size() : body.size(); }  // of body or file
    std::uint64_t first_byte() const { return range ? range->first : 0; }
    std::uint64_t byte_count() const { return range ? range->last - range->first + 1 : size(); }
};

// Keeps the part of a whole reply that a header Range asks for (206), or says that there is none (416). Several ranges,
// and what is no range of bytes, are not looked at (RFC 9110, 14.2); nor are bodies that are made while they are sent.
void keep_range(std::string_view range, HttpReply& reply);

// A reply that is one sentence.
HttpReply http_refusal(int status, std::string sentence);

// Status line and headers, with the empty line that ends them. Nothing is kept by the browser: files of a
// running simulation change. Pages of other origins get nothing.
std::string reply_head(const HttpReply& reply);

// The media type of a name by its ending.
std::string_view media_type(std::string_view name);

}  // namespace lamella
