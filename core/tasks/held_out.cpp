#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

constexpr std::uint64_t one_in = 10;
constexpr std::size_t most_held_out = 256, most_tries = 100 * most_held_out;

/// FNV-1a (Fowler, Noll and Vo) with a final mix of the bits, since its lowest bit alone is just a parity of the input.
class Hash {
public:
    void add(std::uint64_t value) { state_ = (state_ ^ value) * 0x100000001b3; }

    std::uint64_t value() const {
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_ = 0xcbf29ce484222325;
};

using DrawKind = std::function<std::optional<Unseen>(Random&, Example&)>;
using Counts = std::array<std::size_t, 3>;  // of each kind

/// Lists held-out pairs, so many of each kind, kind after kind.
void list_held_out(Task& task, const Counts& counts, const DrawKind& draw) {
    Random random(1);
    Example example;
    std::set<Sentence> sources;
    std::array<std::vector<Example>, 3> found;
    std::size_t missing = most_held_out;
    for (std::size_t tries = most_tries; tries > 0 && missing > 0; --tries) {
        const std::optional<Unseen> unseen = draw(random, example);
        if (!unseen) continue;
        const auto kind = static_cast<std::size_t>(*unseen);
        if (found[kind].size() == counts[kind] || !sources.insert(example.source).second) continue;
        found[kind].push_back(example);
        --missing;
    }
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
        task.held_out.insert(task.held_out.end(), found[kind].begin(), found[kind].end());
        task.held_out_kinds.resize(task.held_out.size(), static_cast<Unseen>(kind));
    }
}

/// Lets the task draw pairs that are not held out.
void draw_others(Task& task, DrawKind draw) {
    const auto source = static_cast<std::size_t>(task.longest_source), target = static_cast<std::size_t>(task.longest_target);
    task.draw = [source, target, draw = std::move(draw)](Random& random, Example& drawn) {
        drawn.source.reserve(source);
        drawn.target.reserve(target);
        drawn.alignment.reserve(source * target);
        while (draw(random, drawn)) {
        }
    };
}

}  // namespace

bool is_held_out(std::span<const std::int32_t> source) {
    Hash hash;
    for (const std::int32_t id : source) hash.add(static_cast<std::uint64_t>(id));
    return hash.value() % one_in == 0;
}

bool is_held_out(std::span<const std::string_view> source, std::size_t lines) {
    constexpr std::size_t lines_in_full = 100'000;
    const std::size_t times = std::max<std::size_t>(1, (lines + lines_in_full - 1) / lines_in_full);
    Hash hash;
    for (const std::string_view word : source) {
        for (const char byte : word) hash.add(static_cast<unsigned char>(byte));
        hash.add(0x100);  // end of a word
    }
    return hash.value() % (times * one_in) == 0;
}

void make_endless_by_kind(Task& task, std::function<std::optional<Unseen>(Random&, Example&)> any) {
    list_held_out(task, {most_held_out / 2, most_held_out / 4, most_held_out / 4}, any);
    draw_others(task, std::move(any));
}

void make_endless(Task& task, std::function<void(Random&, Example&)> any) {
    const DrawKind draw = [any = std::move(any)](Random& random, Example& example) {
        any(random, example);
        return is_held_out(example.source) ? std::optional(Unseen::sentence) : std::nullopt;
    };
    list_held_out(task, {most_held_out, 0, 0}, draw);
    draw_others(task, draw);
}

void make_room(const Example& example, Task& task) {
    task.longest_source = std::max(task.longest_source, static_cast<Size>(example.source.size()));
    task.longest_target = std::max(task.longest_target, static_cast<Size>(example.target.size()));
}

void measure_lists(Task& task) {
    for (const auto* list : {&task.examples, &task.held_out}) {
        for (const Example& example : *list) make_room(example, task);
    }
}

}  // namespace vitrine
