#include <algorithm>

#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

std::uint64_t power_of_ten(int exponent) { return exponent == 0 ? 1 : 10 * power_of_ten(exponent - 1); }

/// Appends a number's last digits, the most significant first.
void write(std::uint64_t number, int digits, std::int32_t zero, Sentence& sentence) {
    for (int place = digits - 1; place >= 0; --place)
        sentence.push_back(zero + static_cast<std::int32_t>(number / power_of_ten(place) % 10));
}

int digit_count(std::uint64_t number) { return number < 10 ? 1 : 1 + digit_count(number / 10); }

/// A number without leading zeros; every number of digits up to most_digits is equally likely.
std::uint64_t draw_number(Random& random, int most_digits) {
    const int digits = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(most_digits)));
    const std::uint64_t smallest = digits == 1 ? 0 : power_of_ten(digits - 1);
    return smallest + random.below(power_of_ten(digits) - smallest);
}

/// Aligns the last digit of the source with the first place of the target, the one before it with the second, and so on.
void align_from_last(int digits, Example& example) {
    const int last = static_cast<int>(example.source.size()) - 1;
    for (int place = 0; place < digits; ++place) example.alignment.emplace_back(place, last - place);
}

}  // namespace

Task addition_task() {
    constexpr int most_digits = 3;
    Task task;
    task.source_vocabulary = task.target_vocabulary = vocabulary_of_characters("0123456789+");
    task.longest_source = 2 * most_digits + 3;  // <s>, + and </s>
    task.longest_target = most_digits + 1;
    const std::int32_t zero = task.source_vocabulary.id("0").value(), plus = task.source_vocabulary.id("+").value();
    make_endless(task, [=, tokens = task.tokens](Random& random, Example& example) {
        const std::uint64_t first = draw_number(random, most_digits), second = draw_number(random, most_digits);
        example.alignment.clear();
        example.source.assign(1, tokens.bos);
        write(first, digit_count(first), zero, example.source);
        align_from_last(digit_count(first), example);
        example.source.push_back(plus);
        write(second, digit_count(second), zero, example.source);
        align_from_last(digit_count(second), example);
        example.source.push_back(tokens.eos);
        example.target.clear();
        write(first + second, digit_count(first + second), zero, example.target);
        std::ranges::reverse(example.target);
    });
    return task;
}

Task digits_task() {
    constexpr int numbers = 10, digits = 8;
    Task task;
    // All thirteen characters occur in every source. If padding were one of them, the padding mask would hide it, so padding is a
    // separate token.
    task.source_vocabulary = task.target_vocabulary =
        Vocabulary({"<pad>", "s", "e", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", " "});
    task.longest_source = numbers * (digits + 1) + 1;
    task.longest_target = digits;
    const std::int32_t zero = task.source_vocabulary.id("0").value(), space = task.source_vocabulary.id(" ").value();
    make_endless(task, [=, tokens = task.tokens](Random& random, Example& example) {
        std::uint64_t sum = 0;
        example.source.assign(1, tokens.bos);
        for (int i = 0; i < numbers; ++i) {
            const std::uint64_t number = random.below(power_of_ten(digits));
            sum += number;
            if (i > 0) example.source.push_back(space);
            write(number, digits, zero, example.source);
        }
        example.source.push_back(tokens.eos);
        example.target.clear();
        write((sum + numbers / 2) / numbers, digits, zero, example.target);
        example.alignment.clear();
    });
    return task;
}

}  // namespace vitrine
