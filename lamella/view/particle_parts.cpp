#include <lamella/core/error.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/view/particle_parts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

ParticleParts::ParticleParts(OpenFile file, std::string source) : file_(std::move(file)), source_(std::move(source)) {
    if (cut(members())) return;
    std::string bytes = read_bytes(file_, source_);
    take_whole(is_gzip(bytes) ? unpacked_bgeo(bytes, source_) : std::move(bytes));
}

ParticleParts::ParticleParts(std::string plain, std::string source) : source_(std::move(source)) {
    take_whole(std::move(plain));
}

void ParticleParts::take_whole(std::string plain) {
    start_ = std::move(plain);
    layout_ = read_bgeo_layout(start_, source_);
    check_end(start_.size());
    parts_ = {{0, 0, start_.size(), 0, layout_.points}};
}

// Nothing when one of them does not say its length, or says one that the file does not have.
std::vector<ParticleParts::Part> ParticleParts::members() const {
    std::vector<Part> found;
    for (std::uint64_t at = 0; at < file_.size(); at += found.back().length) {
        char head[kGzipHeadBytes], tail[kGzipTailBytes];
        const std::uint64_t left = file_.size() - at;
        if (left < sizeof head + sizeof tail) return {};
        read_at(file_, at, head, source_);
        const auto length = said_length({head, sizeof head});
        if (!length || *length > left) return {};
        read_at(file_, at + *length - sizeof tail, tail, source_);
        found.push_back({at, *length, plain_length({tail, sizeof tail}), 0, 0});
    }
    return found;
}

// False when a member ends inside a point, or when they promise more than a reader accepts.
bool ParticleParts::cut(std::vector<Part> members) {
    if (members.empty() || members[0].plain_length > inflated_limit(members[0].length)) return false;
    const auto first = unpack(members[0]);
    start_.assign(first.get(), members[0].plain_length);
    layout_ = read_bgeo_layout(start_, source_);
    std::size_t plain = 0;
    Index end = 0;
    for (Part& member : members) {
        plain += member.plain_length;
        if (plain < layout_.start || plain > inflated_limit(file_.size())) return false;
        const std::size_t points = (plain - layout_.start) / layout_.stride;
        member.first = end;
        member.end = end = static_cast<Index>(std::min(points, static_cast<std::size_t>(layout_.points)));
        if (end < layout_.points && (plain - layout_.start) % layout_.stride != 0) return false;
    }
    check_end(plain);
    parts_ = std::move(members);
    unpacked_ = std::make_unique<Unpacked[]>(parts_.size());
    return true;
}

void ParticleParts::check_end(std::size_t plain) const {
    if (plain < layout_.start || (plain - layout_.start) / layout_.stride < static_cast<std::size_t>(layout_.points))
        throw InputError(fmt::format("{}: the file ends before its {} points", source_, layout_.points));
}

std::unique_ptr<char[]> ParticleParts::unpack(const Part& part) const {
    const auto packed = std::make_unique_for_overwrite<char[]>(part.length);
    read_at(file_, part.at, {packed.get(), part.length}, source_);
    auto plain = std::make_unique_for_overwrite<char[]>(part.plain_length);
    inflate_member({packed.get(), part.length}, {plain.get(), part.plain_length}, source_);
    return plain;
}

const char* ParticleParts::points(Index part) const {
    if (part == 0) return start_.data() + layout_.start;
    Unpacked& unpacked = unpacked_[part];
    std::call_once(unpacked.once, [&] { unpacked.plain = unpack(parts_[part]); });
    return unpacked.plain.get();
}

std::size_t ParticleParts::plain_bytes() const {
    std::size_t sum = 0;
    for (const Part& part : parts_) sum += part.plain_length;
    return sum;
}

}  // namespace lamella
