// The schema against valijson: it takes every shipped scene, and says no where the reader does.
#include "messages.hpp"

#include <lamella/scene/schema.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <functional>

namespace lamella {
namespace {

using Json = nlohmann::json;

class SchemaOracle {
public:
    SchemaOracle() : document_(Json::parse(scene_schema())) {
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(valijson::adapters::NlohmannJsonAdapter(document_), schema_);
    }
    bool accepts(const Json& scene) {
        return valijson::Validator(valijson::Validator::kStrongTypes)
            .validate(schema_, valijson::adapters::NlohmannJsonAdapter(scene), nullptr);
    }

private:
    Json document_;
    valijson::Schema schema_;
};

// Calls visit(path) for every value of the document.
void for_each_place(const Json& value, const Json::json_pointer& path,
                    const std::function<void(const Json::json_pointer&)>& visit) {
    if (!path.empty()) visit(path);
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) for_each_place(member, path / key, visit);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) for_each_place(value[i], path / i, visit);
    }
}

TEST(Schema, TakesEveryShippedScene) {
    SchemaOracle oracle;
    for (const ShippedScene& shipped : shipped_scenes()) {
        EXPECT_TRUE(oracle.accepts(Json::parse(json_text(parse_json(shipped.text, shipped.name))))) << shipped.name;
        EXPECT_TRUE(oracle.accepts(Json::parse(load_scene(shipped.name).canonical_json))) << shipped.name;
    }
}

TEST(Schema, AgreesWithTheReaderOnChangedScenes) {
    SchemaOracle oracle;
    const Json scene = Json::parse(load_scene("emitter").canonical_json);
    int refused = 0;
    for_each_place(scene, Json::json_pointer(), [&](const Json::json_pointer& path) {
        for (const Json& value :
             {Json("zzz"), Json(-1e30), Json(0.5), Json::array(), Json({{"zzz", 1}}), Json(nullptr)}) {
            Json changed = scene;
            changed[path] = value;
            const std::string message = scene_message(changed.dump());
            if (oracle.accepts(changed)) continue;
            ++refused;
            EXPECT_NE(message, "") << path << " = " << value;
        }
    });
    EXPECT_GT(refused, 300);
}

TEST(Schema, RefusesMissingAndUnknownKeys) {
    SchemaOracle oracle;
    const Json scene = Json::parse(load_scene("drop").canonical_json);
    for (const char* key : {"version", "domain", "frames", "particle_spacing"}) {
        Json changed = scene;
        changed.erase(key);
        EXPECT_FALSE(oracle.accepts(changed)) << key;
        EXPECT_NE(scene_message(changed.dump()), "") << key;
    }
    Json changed = scene;
    changed.erase("fluids");  // allowed where there are bodies
    EXPECT_NE(scene_message(changed.dump()), "");
    changed = scene;
    changed["fluids"][0]["shapes"][0]["zzz"] = 1;
    EXPECT_FALSE(oracle.accepts(changed));
}

}  // namespace
}  // namespace lamella
