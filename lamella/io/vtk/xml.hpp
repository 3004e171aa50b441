// The little XML that VTK files need: tags and their attributes, one after another. No entities are
// expanded but the five predefined ones, nothing is loaded.
#pragma once

#include <lamella/io/text_reader.hpp>

#include <map>

namespace lamella {

struct XmlTag {
    std::string name;  // "/name" for a closing tag
    std::map<std::string, std::string> attributes;
    bool empty = false;  // <name/>

    std::string attribute(const std::string& key, const std::string& otherwise) const {
        const auto at = attributes.find(key);
        return at == attributes.end() ? otherwise : at->second;
    }
};

class XmlReader : public TextReader {
public:
    using TextReader::TextReader;

    bool next(XmlTag& tag);   // false at the end; comments and declarations are passed over
    std::string_view text();  // up to the next tag

private:
    void read_attribute(XmlTag& tag);
    void skip_past(std::string_view end);
};

std::string xml_escaped(std::string_view text);

}  // namespace lamella
