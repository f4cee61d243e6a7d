#pragma once
/// The tasks on board one by one, still without name and text, and what several of them share.

#include <string_view>

#include "core/tasks/task.h"

namespace vitrine {

Task copy_task();
Task reverse_task();
Task sort_task();
Task addition_task();
Task digits_task();
Task navigation_task();
Task translation_task();
Task english_french_task();

/// "<pad>", "<s>" and "</s>", with the ids of a SpecialTokens left as it is, and after them the words.
Vocabulary vocabulary_of(const std::vector<std::string>& words);

/// The same with a word for each character.
Vocabulary vocabulary_of_characters(std::string_view characters);

/// The ids of words that are all known.
Sentence ids_of(const Vocabulary& vocabulary, std::string_view text);

/// Whether a source is one of the tenth that is held out: decided by what it is, so that no order and no seed can mix the two.
bool is_held_out(std::span<const std::int32_t> source);
bool is_held_out(std::span<const std::string_view> source);

/// Makes the task, whose words and longest lengths are set, endless: `any` draws any pair, the task only those that are not held
/// out, and lists some that are.
void make_endless(Task& task, std::function<void(Random&, Example&)> any);

/// Lets longest_source and longest_target be no less than the example's.
void make_room(const Example& example, Task& task);

/// The same for every example of the task's lists.
void measure_lists(Task& task);

}  // namespace vitrine
