#include <lamella/io/vtk/xml.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

namespace {

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
constexpr std::string_view kEndOfName = " \t\r\n=/>";

std::string unescaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto entity = std::find_if(std::begin(kEntities), std::end(kEntities),
                                         [&](const auto& e) { return text.starts_with(e.first); });
        const bool found = entity != std::end(kEntities);
        out += found ? entity->second : text.front();
        text.remove_prefix(found ? entity->first.size() : 1);
    }
    return out;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto entity =
            std::find_if(std::begin(kEntities), std::end(kEntities), [&](const auto& e) { return e.second == c; });
        if (entity == std::end(kEntities))
            out += c;
        else
            out += entity->first;
    }
    return out;
}

std::string_view XmlReader::text() { return take(std::min(bytes_.find('<', position_), bytes_.size()) - position_); }

void XmlReader::skip_past(std::string_view end) {
    const std::size_t at = bytes_.find(end, position_);
    if (at == bytes_.npos) fail_line(fmt::format("the file ends before '{}'", end));
    position_ = at + end.size();
}

void XmlReader::read_attribute(XmlTag& tag) {
    const std::size_t end = bytes_.find_first_of(kEndOfName, position_);
    if (end == bytes_.npos || end == position_) fail_line("a tag is not complete");
    std::string key(take(end - position_));
    if (at_end() || take(1) != "=" || at_end()) fail_line(fmt::format("the attribute '{}' has no value", key));
    const std::string_view quote = take(1);
    const std::size_t close = bytes_.find(quote, position_);
    if ((quote != "\"" && quote != "'") || close == bytes_.npos) fail_line("an attribute's value is not quoted");
    tag.attributes[std::move(key)] = unescaped(take(close - position_));
    take(1);
}

bool XmlReader::next(XmlTag& tag) {
    for (text(); remaining() > 0; text()) {
        const std::string_view rest = bytes_.substr(position_);
        if (rest.starts_with("<!--"))
            skip_past("-->");
        else if (rest.starts_with("<?"))
            skip_past("?>");
        else if (rest.starts_with("<!"))
            skip_past(">");
        else
            break;
    }
    if (remaining() == 0) return false;
    take(1);
    tag = {};
    const bool closing = bytes_.substr(position_).starts_with('/');
    const std::size_t end = bytes_.find_first_of(kEndOfName, position_ + (closing ? 1 : 0));
    if (end == bytes_.npos) fail_line("a tag is not complete");
    tag.name = take(end - position_);
    while (!at_end()) {
        const char c = bytes_[position_];
        if (c == '>') return take(1), true;
        if (c == '/')
            take(1), tag.empty = true;
        else
            read_attribute(tag);
    }
    fail_line(fmt::format("the tag '{}' is not complete", tag.name.substr(0, 40)));
}

}  // namespace lamella
