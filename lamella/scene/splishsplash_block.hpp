// One object of a SPlisHSPlasH scene, whose keys are asked for one by one; the others are told.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/scene/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lamella {

class SplishsplashBlock {
public:
    // `name` is what messages call it; it must be an object.
    SplishsplashBlock(const JsonValue& value, std::string file, std::string name, std::vector<std::string>& notes);

    bool has(std::string_view key) const { return value_->find(key) != nullptr; }
    void take(std::string_view key) { asked_.emplace_back(key); }  // somebody else reads it

    // The value of the key or, where it is absent, the default; another type is an InputError with its place.
    double number(std::string_view key, double otherwise);
    bool boolean(std::string_view key, bool otherwise);
    std::string text(std::string_view key, const std::string& otherwise);
    Vec3d vector(std::string_view key, const Vec3d& otherwise);  // three numbers, or one for all of them

    // Notes a sentence about the key, or about the whole block where it has none.
    void note(std::string_view key, const std::string& sentence);

    void leave_out(std::string_view why);  // the block, with all its keys
    void note_the_rest();                  // a sentence for each key that nobody asked for

private:
    const JsonValue* ask(std::string_view key);
    [[noreturn]] void refuse(std::string_view key, const JsonValue& found, std::string_view needed) const;

    const JsonValue* value_;
    std::string file_;
    std::string name_;
    std::vector<std::string>* notes_;
    std::vector<std::string> asked_;
};

}  // namespace lamella
