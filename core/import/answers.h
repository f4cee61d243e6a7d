#pragma once
/// What names and shapes cannot tell about a model, as questions with answers.

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
    position_offset,  ///< the row of the table that the first position has
    max_positions,    ///< rows of a table that is made
    stack_norm,       ///< what a LayerNorm beside the layers of a stack is
    weights,          ///< whether matrices are stored output × input or input × output
    packed,           ///< how queries, keys and values follow each other in one matrix
    pad_src,
    pad_tgt,
    begin,
    end,
};

/// How an answer was found.
enum class AnswerSource : std::uint8_t {
    given,      ///< on the command line
    mapping,    ///< in the mapping that was given
    file,       ///< names or shapes say so
    guessed,    ///< names suggest it
    batch,      ///< the batch suggests it
    reference,  ///< of the choices tried, it comes nearest to the reference
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

/// Whether another answer gives other numbers, so that a reference may tell which one is right.
bool changes_numbers(ImportQuestion question);

/// What is wrong with a value as an answer; empty: nothing.
std::string objection(ImportQuestion question, const std::string& value);

/// The values worth trying where the question is open. `width`: d_model, whose divisors numbers of heads are.
std::vector<std::string> candidates(ImportQuestion question, Size width);

/// The value of an answer; empty if there is none.
std::string value_of(const ImportAnswers& answers, ImportQuestion question);
bool answers_with(const ImportAnswers& answers, ImportQuestion question, std::string_view value);

/// An answer that must be a whole number; `otherwise` where there is none. Requires: objection() has none.
Size number_of(const ImportAnswers& answers, ImportQuestion question, Size otherwise);

/// Sets what answers say in a configuration; what is not answered is left as it is. Positions of every kind that a table holds are
/// "learned" ones.
void apply(const ImportAnswers& answers, Configuration& configuration);

}  // namespace vitrine
