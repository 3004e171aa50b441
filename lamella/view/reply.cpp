#include <lamella/view/packed_particles.hpp>
#include <lamella/view/reply.hpp>

#include <fmt/format.h>

namespace lamella {

HttpReply text_reply(std::string_view name, std::string text) {
    HttpReply reply;
    reply.type = media_type(name);
    reply.body = std::move(text);
    return reply;
}

HttpReply not_there(std::string_view path) { return http_refusal(404, fmt::format("there is no {}", path)); }

HttpReply packed_reply(std::shared_ptr<const ParticleParts> parts, std::string attribute) {
    HttpReply reply = text_reply("particles.bgeo", "");
    if (!parts) return reply;
    const auto packed = std::make_shared<const PackedParticles>(std::move(parts), std::move(attribute));
    reply.stream = {packed->size(), [packed](auto send) { packed->write(send); }};
    return reply;
}

std::optional<PackedName> packed_name(std::string_view name) {
    constexpr std::string_view folder = "packed/";
    if (!name.starts_with(folder)) return std::nullopt;
    name.remove_prefix(folder.size());
    const auto slash = name.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    return PackedName{std::string(name.substr(0, slash)), std::string(name.substr(slash + 1))};
}

}  // namespace lamella
