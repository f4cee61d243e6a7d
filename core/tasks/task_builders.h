#pragma once
/// The included tasks, without name and text, and their shared parts.

#include <optional>
#include <string_view>

#include "core/tasks/task.h"

namespace vitrine {

Task copy_task();
Task reverse_task();
Task repeats_task();
Task sort_task();
Task addition_task();
Task digits_task();
Task navigation_task();
Task translation_task();
Task english_french_task();

/// A vocabulary of "<pad>", "<s>" and "</s>", with the default ids of SpecialTokens, followed by the words.
Vocabulary vocabulary_of(const std::vector<std::string>& words);

/// A vocabulary with one word per character.
Vocabulary vocabulary_of_characters(std::string_view characters);

/// The ids of the words of a text. Requires: all are in the vocabulary.
Sentence ids_of(const Vocabulary& vocabulary, std::string_view text);

/// Whether a source is held out, about one in ten. Depends only on its content, so the order and the seed do not matter.
bool is_held_out(std::span<const std::int32_t> source);

/// The same for the words of a source in a text of so many lines. Of more than 100 000 lines, only about 10 000 are held out; a
/// shorter text with the same lines would hold them out, too.
bool is_held_out(std::span<const std::string_view> source, std::size_t lines = 1);

/// Makes a task endless: `any` draws any pair; the task draws only pairs that are not held out, and lists some held-out ones.
/// Requires: vocabularies and maximum lengths are set.
void make_endless(Task& task, std::function<void(Random&, Example&)> any);

/// The same of pairs that may also be held out for what is in them: `any` says why one is, or nothing for one to be trained. The
/// list begins with unseen sentences, half of it; then come the other kinds.
void make_endless_by_kind(Task& task, std::function<std::optional<Unseen>(Random&, Example&)> any);

/// Raises longest_source and longest_target to the example's lengths.
void make_room(const Example& example, Task& task);

/// Calls make_room for every example in the task's lists.
void measure_lists(Task& task);

}  // namespace vitrine
