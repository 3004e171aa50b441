#include <lamella/scene/splishsplash_block.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

SplishsplashBlock::SplishsplashBlock(const JsonValue& value, std::string file, std::string name,
                                     std::vector<std::string>& notes)
    : value_(&value), file_(std::move(file)), name_(std::move(name)), notes_(&notes) {
    if (!value.object())
        fail_at(file_, value.place, fmt::format("{} is {}; an object is needed", name_, short_text(value)));
}

const JsonValue* SplishsplashBlock::ask(std::string_view key) {
    take(key);
    const JsonMember* member = value_->find(key);
    return member ? &member->value : nullptr;
}

void SplishsplashBlock::refuse(std::string_view key, const JsonValue& found, std::string_view needed) const {
    fail_at(file_, found.place, fmt::format("'{}' of {} is {}; {} needed", key, name_, short_text(found), needed));
}

double SplishsplashBlock::number(std::string_view key, double otherwise) {
    const JsonValue* found = ask(key);
    if (!found) return otherwise;
    if (!found->number()) refuse(key, *found, "a number is");
    return *found->number();
}

bool SplishsplashBlock::boolean(std::string_view key, bool otherwise) {
    const JsonValue* found = ask(key);
    if (!found) return otherwise;
    if (!found->boolean()) refuse(key, *found, "true or false is");
    return *found->boolean();
}

std::string SplishsplashBlock::text(std::string_view key, const std::string& otherwise) {
    const JsonValue* found = ask(key);
    if (!found) return otherwise;
    if (!found->text()) refuse(key, *found, "a text is");
    return *found->text();
}

Vec3d SplishsplashBlock::vector(std::string_view key, const Vec3d& otherwise) {
    const JsonValue* found = ask(key);
    if (!found) return otherwise;
    if (found->number()) return Vec3d::Constant(*found->number());
    const JsonArray* list = found->array();
    if (!list || list->size() != 3 || std::ranges::any_of(*list, [](const JsonValue& v) { return !v.number(); }))
        refuse(key, *found, "three numbers are");
    return {*(*list)[0].number(), *(*list)[1].number(), *(*list)[2].number()};
}

void SplishsplashBlock::note(std::string_view key, const std::string& sentence) {
    const JsonMember* member = value_->find(key);
    const JsonPlace& place = member ? member->place : value_->place;
    notes_->push_back(fmt::format("{}:{}:{}: {}", file_, place.line, place.column, sentence));
}

void SplishsplashBlock::leave_out(std::string_view why) {
    note("", fmt::format("{} is left out: {}", name_, why));
    for (const JsonMember& member : *value_->object()) asked_.push_back(member.key);
}

void SplishsplashBlock::note_the_rest() {
    for (const JsonMember& member : *value_->object())
        if (std::ranges::find(asked_, member.key) == asked_.end())
            note(member.key, fmt::format("'{}' of {} has no counterpart and is left out", member.key, name_));
}

}  // namespace lamella
