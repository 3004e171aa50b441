// Named scopes, timed and nested: the tree that `--profile` prints. A parallel loop opens a scope by its
// label, so the label of a loop is its line in the profile.
#pragma once

#include <chrono>
#include <string>

namespace lamella {

// Times one scope on the thread that opens it. Scopes that open inside it become its children. Only the
// thread that drives the run opens scopes; workers of a parallel loop do not.
class ProfileScope {
public:
    explicit ProfileScope(const char* label);
    ~ProfileScope();
    ProfileScope(const ProfileScope&) = delete;
    ProfileScope& operator=(const ProfileScope&) = delete;

private:
    bool active_;
    std::chrono::steady_clock::time_point start_;
};

// A part of the scope `within`, which the current scope had inside it, with a time that was estimated some other way.
void profile_part(const char* within, const char* label, double seconds, long calls);

// The tree of all scopes so far as text: share of the whole, seconds, calls.
std::string profile_report();

// Forgets all scopes (the tests and benchmarks start from nothing).
void profile_reset();

}  // namespace lamella
