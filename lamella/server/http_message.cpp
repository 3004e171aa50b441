#include <lamella/server/http_message.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lamella {

namespace {

constexpr std::string_view kLineEnd = "\r\n";

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// "%20" becomes a space; a broken escape or a zero byte makes the whole path invalid.
std::optional<std::string> decode_path(std::string_view text) {
    std::string path;
    for (std::size_t k = 0; k < text.size(); ++k) {
        char c = text[k];
        if (c == '%') {
            if (k + 2 >= text.size()) return std::nullopt;
            const int high = hex_digit(text[k + 1]), low = hex_digit(text[k + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(16 * high + low);
            k += 2;
        }
        if (c == '\0') return std::nullopt;
        path += c;
    }
    return path;
}

// What stands before the separator; `rest` goes on behind it. Without a separator, everything.
std::string_view cut(std::string_view& rest, std::string_view separator) {
    const auto at = rest.find(separator);
    const std::string_view first = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + separator.size());
    return first;
}

bool same_word(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
    return text;
}

// The value of a header field; two of one name are none.
std::string find_field(std::string_view lines, std::string_view name) {
    std::string found;
    while (!lines.empty()) {
        std::string_view value = cut(lines, kLineEnd);
        if (!same_word(cut(value, ":"), name)) continue;
        if (!found.empty()) return {};
        found = trimmed(value);
    }
    return found;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = !text.empty() && error == std::errc{} && end == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

std::string_view reason(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 206:
            return "Partial Content";
        case 400:
            return "Bad Request";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 416:
            return "Range Not Satisfiable";
        default:
            return "Internal Server Error";
    }
}

std::string size_field(const HttpReply& reply) {
    if (reply.stream.write) return fmt::format("Promised-Length: {}", reply.stream.size);
    std::string fields = fmt::format("Content-Length: {}\r\nAccept-Ranges: bytes", reply.byte_count());
    if (reply.unsatisfied) fields += fmt::format("\r\nContent-Range: bytes */{}", *reply.unsatisfied);
    if (reply.range)
        fields += fmt::format("\r\nContent-Range: bytes {}-{}/{}", reply.range->first, reply.range->last, reply.size());
    return fields;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".jsonl", "application/jsonl"},
    {".txt", "text/plain; charset=utf-8"},
    {".csv", "text/csv; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
}};

}  // namespace

std::optional<HttpRequest> parse_request(std::string_view head) {
    std::string_view line = cut(head, kLineEnd);
    HttpRequest request;
    request.method = cut(line, " ");
    std::string_view target = cut(line, " ");
    if (request.method.empty() || !line.starts_with("HTTP/1.") || !target.starts_with('/')) return std::nullopt;
    auto path = decode_path(cut(target, "?"));
    if (!path) return std::nullopt;
    request.path = std::move(*path);
    request.host = find_field(head, "host");
    request.range = find_field(head, "range");
    return request;
}

void keep_range(std::string_view range, HttpReply& reply) {
    if (reply.status != 200 || reply.stream.write || !same_word(cut(range, "="), "bytes")) return;
    if (range.find(',') != std::string_view::npos || range.find('-') == std::string_view::npos) return;
    const std::string_view first_text = trimmed(cut(range, "-")), last_text = trimmed(range);
    const auto first = number_in(first_text), last = number_in(last_text);
    if ((!first && !first_text.empty()) || (!last && !last_text.empty()) || (!first && !last)) return;
    if (first && last && *last < *first) return;  // no range at all
    const std::uint64_t size = reply.size();
    ByteRange kept{first.value_or(0), size == 0 ? 0 : size - 1};
    if (!first) kept.first = *last < size ? size - *last : 0;  // the last so many bytes
    if (first && last) kept.last = std::min(kept.last, *last);
    if (size == 0 || kept.first >= size || (!first && *last == 0)) {
        reply = http_refusal(416, fmt::format("there are {} bytes", size));
        reply.unsatisfied = size;
        return;
    }
    reply.status = 206;
    reply.range = kept;
}

HttpReply http_refusal(int status, std::string sentence) {
    HttpReply reply;
    reply.status = status;
    reply.body = std::move(sentence) + "\n";
    return reply;
}

std::string reply_head(const HttpReply& reply) {
    return fmt::format(
        "HTTP/1.1 {} {}\r\n"
        "Content-Type: {}\r\n"
        "{}\r\n"
        "{}"
        "Connection: close\r\n"
        "Cache-Control: no-store\r\n"
        "Content-Security-Policy: default-src 'self'; worker-src blob:; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\n\r\n",
        reply.status, reason(reply.status), reply.type, size_field(reply),
        reply.status == 405 ? "Allow: GET, HEAD\r\n" : "");
}

std::string_view media_type(std::string_view name) {
    for (const auto& [ending, type] : kTypes)
        if (name.ends_with(ending)) return type;
    return "application/octet-stream";
}

}  // namespace lamella
