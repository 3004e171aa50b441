#include <lamella/geometry/connected/face_replacement.hpp>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

using Ends = std::pair<Index, Index>;

Ends reversed(const Ends& ends) { return {ends.second, ends.first}; }
Ends ascending(const Ends& ends) { return ends.first < ends.second ? ends : reversed(ends); }

class Replacement {
public:
    Replacement(ConnectedMesh& mesh, std::span<const Index> gone, std::span<const NewFace> made)
        : mesh_(mesh), gone_(gone.begin(), gone.end()), made_(made) {
        std::sort(gone_.begin(), gone_.end());
    }

    bool possible() {
        if (std::adjacent_find(gone_.begin(), gone_.end()) != gone_.end()) return false;
        if (!std::all_of(gone_.begin(), gone_.end(), [&](Index f) { return mesh_.has_face(f); })) return false;
        if (!std::all_of(made_.begin(), made_.end(), [&](const NewFace& f) { return can_be_made(f); })) return false;
        find_touched();
        return std::all_of(touched_.begin(), touched_.end(), [&](Index v) { return is_fan(v); });
    }

    void apply() {
        collect_edges();
        for (const NewFace& face : made_) {
            const Index row = mesh_.add_face(face.corners);
            if (face.like >= 0) mesh_.faces.copy(face.like, row);
            for (Index h = 3 * row; h < 3 * row + 3; ++h) halfedges_[ends_of(h)] = h;
        }
        for (const Index f : gone_) mesh_.remove_face(f);
        for (const auto& [ends, h] : halfedges_) join(ends, h);
        for (const auto& [ends, e] : edges_)
            if (!halfedges_.contains(ends) && !halfedges_.contains(reversed(ends))) mesh_.remove_edge(e);
        set_outgoing();
    }

private:
    bool can_be_made(const NewFace& face) const {
        const Vec3i& c = face.corners;
        return mesh_.has_vertex(c[0]) && mesh_.has_vertex(c[1]) && mesh_.has_vertex(c[2]) && c[0] != c[1] &&
               c[1] != c[2] && c[2] != c[0] && face.like < mesh_.face_slots();
    }
    bool goes(Index f) const { return std::binary_search(gone_.begin(), gone_.end(), f); }

    void find_touched() {
        const auto touch = [&](const Vec3i& c) { touched_.insert(touched_.end(), c.begin(), c.end()); };
        for (const Index f : gone_) touch(mesh_.corners(f));
        for (const NewFace& f : made_) touch(f.corners);
        for (std::size_t f = 0; f < made_.size(); ++f)
            for (std::size_t k = 0; k < 3; ++k)
                made_at_.emplace_back(made_[f].corners[k], static_cast<Index>(3 * f + k));
        std::sort(made_at_.begin(), made_at_.end());
        std::sort(touched_.begin(), touched_.end());
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    }

    // The faces at v turn from one neighbour to the next; they must form one open or closed chain of different ones.
    bool is_fan(Index v) const {
        std::map<Index, Index> turn;
        std::size_t faces = 0;
        const auto add = [&](Index next, Index previous) {
            turn.emplace(next, previous);
            ++faces;
        };
        mesh_.for_each_outgoing(v, [&](Index h) {
            if (!goes(mesh_.face(h))) add(mesh_.to(h), mesh_.opposite(h));
        });
        const auto of_v = std::equal_range(made_at_.begin(), made_at_.end(), Ends{v, -1},
                                           [](const Ends& a, const Ends& b) { return a.first < b.first; });
        for (auto at = of_v.first; at != of_v.second; ++at) {
            const Vec3i& c = made_[at->second / 3].corners;
            add(c[(at->second + 1) % 3], c[(at->second + 2) % 3]);
        }
        return faces == 0 || (turn.size() == faces && is_one_chain(turn));
    }
    static bool is_one_chain(const std::map<Index, Index>& turn) {
        std::vector<Index> reached;
        for (const auto& [next, previous] : turn) reached.push_back(previous);
        std::sort(reached.begin(), reached.end());
        if (std::adjacent_find(reached.begin(), reached.end()) != reached.end()) return false;
        Index at = turn.begin()->first;
        for (const auto& [next, previous] : turn)
            if (!std::binary_search(reached.begin(), reached.end(), next)) at = next;
        const Index first = at;
        std::size_t steps = 0;
        for (auto found = turn.find(at); found != turn.end(); found = turn.find(at)) {
            at = found->second;
            if (++steps == turn.size()) break;
        }
        return steps == turn.size() && (at != first || steps > 2);
    }

    // All edges and, of the faces that stay, all half-edges that begin or end at a touched vertex.
    void collect_edges() {
        for (const Index v : touched_)
            mesh_.for_each_outgoing(v, [&](Index out) {
                for (const Index h : {out, mesh_.previous(out)}) {
                    edges_[ascending(ends_of(h))] = mesh_.edge(h);
                    if (!goes(mesh_.face(h))) halfedges_[ends_of(h)] = h;
                }
            });
    }
    Ends ends_of(Index h) const { return {mesh_.from(h), mesh_.to(h)}; }

    void join(const Ends& ends, Index h) {
        const auto opposite = halfedges_.find(reversed(ends));
        const Index twin = opposite != halfedges_.end() ? opposite->second : -1;
        if (twin > h) return;  // comes itself
        const auto known = edges_.find(ascending(ends));
        mesh_.pair(h, twin, known != edges_.end() ? known->second : mesh_.add_edge());
    }

    void set_outgoing() {
        for (const Index v : touched_) {
            const auto first = halfedges_.lower_bound({v, -1});
            const bool has = first != halfedges_.end() && first->first.first == v;
            mesh_.set_outgoing(v, has ? first->second : -1);
        }
    }

    ConnectedMesh& mesh_;
    std::vector<Index> gone_;
    std::span<const NewFace> made_;
    std::vector<Index> touched_;
    std::vector<Ends> made_at_;    // vertices and the new faces' corners there
    std::map<Ends, Index> edges_;  // by their lower and higher end
    std::map<Ends, Index> halfedges_;
};

}  // namespace

bool replace_faces(ConnectedMesh& mesh, std::span<const Index> gone, std::span<const NewFace> made) {
    Replacement replacement(mesh, gone, made);
    if (!replacement.possible()) return false;
    replacement.apply();
    return true;
}

}  // namespace lamella
