// What every reader promises of damaged files: an InputError that names the source, or something that was read.
#pragma once

#include <lamella/core/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace lamella::test {

// Cuts `whole` at every byte and changes every byte in three ways; `read` calls its source "damaged".
template <class Read>
void survives_damage(const std::string& whole, Read&& read) {
    const auto attempt = [&](std::string_view bytes) {
        try {
            read(bytes);
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos) << error.what();
        }
    };
    for (std::size_t at = 0; at < whole.size(); ++at) {
        attempt(std::string_view(whole).substr(0, at));
        for (const char change : {'\x01', '\x80', '\xff'}) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ change);
            attempt(changed);
        }
    }
}

}  // namespace lamella::test
