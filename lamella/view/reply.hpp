// Replies to the viewer's page.
#pragma once

#include <lamella/server/http_message.hpp>
#include <lamella/view/particle_parts.hpp>

namespace lamella {

// The type follows from the ending of the name.
HttpReply text_reply(std::string_view name, std::string text);
HttpReply not_there(std::string_view path);

// Particles as they are drawn. Of a file that is seen to be damaged nothing comes: the page then asks for the file
// itself, and says what it finds.
HttpReply packed_reply(std::shared_ptr<const ParticleParts> parts, std::string attribute);

// Where the page asks for a particle file as it is drawn: packed/ATTRIBUTE/FILE.
struct PackedName {
    std::string attribute;
    std::string file;
};
std::optional<PackedName> packed_name(std::string_view name);

}  // namespace lamella
