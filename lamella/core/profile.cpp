#include <lamella/core/profile.hpp>

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <memory>
#include <thread>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

struct Node {
    std::string label;
    double seconds = 0.0;
    long calls = 0;
    Node* parent = nullptr;
    std::map<std::string, std::unique_ptr<Node>, std::less<>> children;
};

struct Tree {
    Node root;
    Node* current = &root;
    std::thread::id owner = std::this_thread::get_id();
};

// The profile is a fact about the process, like its clock, so there is one; only its owner thread writes.
Tree& tree() {
    static Tree the_tree;
    return the_tree;
}

Node& child_of(Node& parent, const char* label) {
    auto found = parent.children.find(label);
    if (found == parent.children.end()) {
        found = parent.children.emplace(label, std::make_unique<Node>()).first;
        found->second->label = label;
        found->second->parent = &parent;
    }
    return *found->second;
}

void print(const Node& node, double whole, int depth, std::string& out) {
    std::multimap<double, const Node*, std::greater<>> by_time;
    for (const auto& [label, child] : node.children) by_time.emplace(child->seconds, child.get());
    for (const auto& [seconds, child] : by_time) {
        out += fmt::format("{:6.1f} % {:10.3f} s {:10d} x  {:{}}{}\n", 100.0 * seconds / whole, seconds, child->calls,
                           "", 2 * depth, child->label);
        print(*child, whole, depth + 1, out);
    }
}

}  // namespace

ProfileScope::ProfileScope(const char* label)
    : active_(tree().owner == std::this_thread::get_id()), start_(Clock::now()) {
    if (active_) tree().current = &child_of(*tree().current, label);
}

ProfileScope::~ProfileScope() {
    if (!active_) return;
    Node& node = *tree().current;
    node.seconds += std::chrono::duration<double>(Clock::now() - start_).count();
    ++node.calls;
    tree().current = node.parent;
}

void profile_part(const char* within, const char* label, double seconds, long calls) {
    if (tree().owner != std::this_thread::get_id()) return;
    Node& node = child_of(child_of(*tree().current, within), label);
    node.seconds += seconds;
    node.calls += calls;
}

std::string profile_report() {
    double whole = 0.0;
    for (const auto& [label, child] : tree().root.children) whole += child->seconds;
    std::string out;
    if (whole > 0.0) print(tree().root, whole, 0, out);
    return out;
}

void profile_reset() {
    tree().root.children.clear();
    tree().current = &tree().root;
    tree().owner = std::this_thread::get_id();
}

}  // namespace lamella
