#include <algorithm>
#include <set>
#include <utility>

#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

constexpr std::uint64_t one_in = 10;
constexpr std::size_t most_held_out = 256;

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

}  // namespace

bool is_held_out(std::span<const std::int32_t> source) {
    Hash hash;
    for (const std::int32_t id : source) hash.add(static_cast<std::uint64_t>(id));
    return hash.value() % one_in == 0;
}

bool is_held_out(std::span<const std::string_view> source) {
    Hash hash;
    for (const std::string_view word : source) {
        for (const char byte : word) hash.add(static_cast<unsigned char>(byte));
        hash.add(0x100);  // end of a word
    }
    return hash.value() % one_in == 0;
}

void make_endless(Task& task, std::function<void(Random&, Example&)> any) {
    Random random(1);
    Example example;
    std::set<Sentence> sources;
    for (std::size_t tries = 100 * most_held_out; tries > 0 && task.held_out.size() < most_held_out; --tries) {
        any(random, example);
        if (is_held_out(example.source) && sources.insert(example.source).second) task.held_out.push_back(example);
    }
    const auto source = static_cast<std::size_t>(task.longest_source), target = static_cast<std::size_t>(task.longest_target);
    task.draw = [source, target, any = std::move(any)](Random& numbers, Example& drawn) {
        drawn.source.reserve(source);
        drawn.target.reserve(target);
        drawn.alignment.reserve(source * target);
        do any(numbers, drawn);
        while (is_held_out(drawn.source));
    };
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
