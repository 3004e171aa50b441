#include <lamella/solid/contact/contact_keiser2006.hpp>
#include <lamella/solid/contact/fragment_contact.hpp>
#include <lamella/solid/contact/surface_contact.hpp>

namespace lamella {

ContactKeiser2006::ContactKeiser2006(std::size_t solids)
    : count_(solids), meetings_(solids * solids), with_itself_(solids) {}

// What points stored is lost where they become balls.
void ContactKeiser2006::Meeting::begin(bool of_balls) {
    if ((balls != 0) == of_balls) return;
    dissipated += table.stored();
    table.take({});
    balls = of_balls ? 1 : 0;
}

void ContactKeiser2006::push(std::span<Solid> solids, double dt) {
    const auto take = [](Meeting& meeting, ContactResult result) {
        meeting.dissipated += result.lost;
        meeting.table.take(std::move(result.rows));
    };
    for (std::size_t a = 0; a < solids.size(); ++a)
        for (std::size_t b = 0; b < solids.size(); ++b) {
            Solid &first = solids[a], &second = solids[b];
            Meeting& now = meeting(a, b);
            now.begin(first.cracked());
            if (first.cracked() && second.cracked()) {
                if (a <= b) take(now, push_balls_apart(first, second, dt, now.table));
            } else if (a != b && !second.cracked()) {
                take(now, push_points_out(first, second, first.cracked() ? 1.0f : 0.5f, dt, now.table));
            } else if (a == b && first.has_surface()) {
                take(now, with_itself_[a].push(first, dt, now.table));
            } else {
                take(now, {{}, now.table.stored()});
            }
        }
}

std::int64_t ContactKeiser2006::touching() const {
    std::int64_t sum = 0;
    for (const Meeting& one : meetings_) sum += static_cast<std::int64_t>(one.table.rows().size());
    return sum;
}

SolidEnergy ContactKeiser2006::energy(std::size_t solid) const {
    SolidEnergy sum;
    const auto add = [&](const Meeting& one) {
        sum.elastic += 0.5 * one.table.stored();
        sum.dissipated += 0.5 * one.dissipated;
    };
    for (std::size_t other = 0; other < count_; ++other) {
        add(meeting(solid, other));
        add(meeting(other, solid));
    }
    return sum;
}

}  // namespace lamella
