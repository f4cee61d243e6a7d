#pragma once
/// What names and shapes cannot say about a model, as questions with answers.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/configuration.h"

namespace vitrine {

enum class ImportQuestion : std::uint8_t {
    heads,            ///< how many
    activation,       ///< of the feed-forward network
    norm,             ///< LayerNorm after or before the sublayers
    layer_norm,       ///< which of the two LayerNorms
    eps,              ///< of LayerNorm
    scale_embedding,  ///< whether embeddings are multiplied by √d_model
    positions,        ///< what is added to embeddings where the file has no table
    position_offset,  ///< the row of the table that belongs to the first position
    max_positions,    ///< rows of a table that is made for it
    stack_norm,       ///< what a LayerNorm outside of a stack's layers is
    weights,          ///< whether matrices are stored output × input or input × output
    packed,           ///< the order of queries, keys and values in one matrix
    pad_src,
    pad_tgt,
    begin,
    end,
};

/// How an answer was found.
enum class AnswerSource : std::uint8_t {
    given,      ///< on the command line
    mapping,    ///< in the mapping that was given
    file,       ///< names or shapes in the file say so
    guessed,    ///< names suggest it
    batch,      ///< the batch suggests it
    reference,  ///< of all choices tried, it comes nearest to the reference
};

struct ImportAnswer {
    std::string value;
    AnswerSource source = AnswerSource::given;
    std::string reason{};  ///< why, where names, shapes or a batch say so
};

using ImportAnswers = std::map<ImportQuestion, ImportAnswer>;

/// A question for the command line, messages and mapping.json.
struct QuestionText {
    ImportQuestion question;
    std::string_view key;      ///< "scale_embedding"
    std::string_view option;   ///< "--scale-embedding"
    std::string_view values;   ///< "yes|no", or "N" for a number
    std::string_view meaning;  ///< for --help
};

/// Every question, in the order of messages.
const std::vector<QuestionText>& all_questions();
const QuestionText& text_of(ImportQuestion question);

std::string_view name(AnswerSource source);

/// Whether another answer gives other numbers, so that a reference can show which one is right.
bool changes_numbers(ImportQuestion question);

/// What is wrong with a value as an answer; empty if nothing is.
std::string objection(ImportQuestion question, const std::string& value);

/// The values worth trying if the question is open. `width`: d_model, which the number of heads has to divide.
std::vector<std::string> candidates(ImportQuestion question, Size width);

/// The value of an answer; empty if there is none.
std::string value_of(const ImportAnswers& answers, ImportQuestion question);
bool answers_with(const ImportAnswers& answers, ImportQuestion question, std::string_view value);

/// An answer that must be a whole number; `otherwise` if there is none. Requires: objection() is empty.
Size number_of(const ImportAnswers& answers, ImportQuestion question, Size otherwise);

/// Sets the answers in a configuration. What they do not answer stays as it is. Positions from a table, of any kind, are
/// "learned".
void apply(const ImportAnswers& answers, Configuration& configuration);

}  // namespace vitrine
