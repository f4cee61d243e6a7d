#pragma once
/// How parallel text becomes words: shared by text in memory and text that stays in its file.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tasks/task.h"

namespace vitrine {

/// With fewer different sources, none is held out.
inline constexpr std::size_t fewest_to_hold_out_of = 20;

/// The pieces of a text that become tokens.
using WordViews = std::vector<std::string_view>;

/// Splits a text. Throws Error if nothing remains, or if it is no UTF-8 and characters are asked for.
WordViews pieces_of(std::string_view text, TextUnit unit);

/// How often each piece occurs on one side of the training pairs.
template <class Text>
using PieceCounts = std::unordered_map<Text, std::size_t>;

/// <pad>, <s>, </s>, <unk>, and then the pieces, the most frequent first, ties in byte order.
Vocabulary vocabulary_of_counts(PieceCounts<std::string_view> counts);

/// Fills in an example with the pieces' ids; adds <s> and </s> to the source. A "<s>" within a text becomes <unk>.
void read_pieces(const WordViews& source, const WordViews& target, const Task& task, Example& example);

/// A task of parallel text, without vocabularies and pairs. `name`: of the file.
Task task_named_after(const std::string& name);

}  // namespace vitrine
