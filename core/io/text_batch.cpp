#include "core/io/text_batch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/decode/generate.h"
#include "core/files/problem.h"
#include "core/io/text_reading.h"
#include "core/io/words/sentence_pairs.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// A text, and where it is, for messages.
struct PlacedText {
    std::string_view text;
    std::string where;
};

/// The texts are called "text" or "target text" in messages, with numbers if there are several.
std::vector<PlacedText> placed(const std::vector<std::string>& texts, const std::string& name) {
    std::vector<PlacedText> result;
    for (const std::string& text : texts) {
        const bool alone = texts.size() == 1;
        result.push_back({text, alone ? name : name + " " + std::to_string(result.size() + 1)});
    }
    return result;
}

/// Makes the rows of a batch.
class BatchOfTexts {
public:
    /// `where`: where the texts are, for messages: "text" or a file.
    BatchOfTexts(const ModelRequest& request, const Model& model, std::string where, std::vector<std::string>& notes)
        : folder_(request.folder), model_(model), where_(std::move(where)), notes_(notes) {
        require_transformer(model.configuration, model.name, "no text to read");
        require_tokenizer(model, folder_, where_, "a batch of ids can be given");
    }

    Batch batch(const std::vector<PlacedText>& texts, const std::vector<PlacedText>& targets) {
        const Configuration& c = model_.configuration;
        check_targets(texts, targets);
        const SourceText reading = source_text(model_, folder_);
        std::vector<Sentence> read;
        for (const PlacedText& text : texts) read.push_back(read_source(text.text, model_, reading, text.where, notes_));
        Batch batch;
        if (c.has_encoder()) fill(read, c.pad_src, batch.src);
        if (c.architecture == Architecture::decoder) fill_with_next_words(read, batch);
        if (c.has_encoder() && c.has_decoder()) fill_targets(targets.empty() ? written_for(read) : read_targets(targets), batch);
        within(where_, [&] { check(batch, c); });
        return batch;
    }

private:
    void check_targets(const std::vector<PlacedText>& texts, const std::vector<PlacedText>& targets) const {
        if (targets.empty()) return;
        const Configuration& c = model_.configuration;
        if (!c.has_encoder()) fail(targets[0].where, model_.name + " is a decoder alone, which has no target besides the text");
        if (!c.has_decoder()) fail(targets[0].where, model_.name + " is an encoder alone, which has no target");
        if (texts.size() != targets.size())
            fail(targets[0].where,
                 "every text needs one: " + std::to_string(texts.size()) + " and " + std::to_string(targets.size()) + " are given");
    }

    /// The token that targets begin with; no_token if they have no beginning.
    std::int32_t beginning() const { return first_token({.rules = model_.rules}, model_.configuration); }

    /// Whole targets, including their beginning and end.
    std::vector<Sentence> read_targets(const std::vector<PlacedText>& targets) {
        const SourceText reading = target_reading(model_, folder_);
        std::vector<Sentence> read;
        for (const PlacedText& target : targets) {
            Sentence& tokens = read.emplace_back(read_target(target.text, model_, reading, target.where, notes_));
            if (beginning() != no_token) tokens.insert(tokens.begin(), beginning());
        }
        return read;
    }

    std::vector<Sentence> written_for(const std::vector<Sentence>& sources) {
        if (!model_.configuration.logits)
            fail(where_, "without weights for the logits " + model_.name + " writes nothing: target texts are needed");
        if (beginning() == no_token)
            fail(where_, model_.name + " has no beginning ('bos' is null), so it writes nothing: target texts are needed");
        Decoder decoder({model_.configuration, model_.parameters});
        std::vector<Sentence> written;
        for (const Sentence& source : sources)
            written.push_back(decoder.decode(source, {.rules = model_.rules}).hypotheses.front().tokens);
        std::size_t longest = 0;
        for (const Sentence& tokens : written) longest = std::max(longest, tokens.size() - 1);  // without the beginning
        notes_.push_back(fmt::format("no target text was given: the target is what the model writes greedily, {}{}",
                                     written.size() > 1 ? "at most " : "", counted(static_cast<Size>(longest), "token")));
        return written;
    }

    /// If all targets have just one token, there is nothing to use as labels.
    void fill_targets(const std::vector<Sentence>& whole, Batch& batch) const {
        std::vector<Sentence> inputs, labels;
        for (const Sentence& tokens : whole) {
            if (tokens.size() < 2) fail(where_, "a single token leaves nothing to predict");
            inputs.emplace_back(tokens.begin(), tokens.end() - 1);
            labels.emplace_back(tokens.begin() + 1, tokens.end());
        }
        fill(inputs, model_.configuration.pad_tgt, batch.tgt);
        if (model_.configuration.logits) fill(labels, model_.configuration.pad_tgt, batch.labels);
    }

    /// The last token of a text has no label. If no padding can stand for the label, the last token is not read either.
    void fill_with_next_words(std::vector<Sentence> read, Batch& batch) const {
        const Configuration& c = model_.configuration;
        const bool some = std::ranges::any_of(read, [](const Sentence& tokens) { return tokens.size() > 1; });
        if (!c.logits || !some) return fill(read, c.pad_tgt, batch.tgt);
        if (c.pad_tgt == no_token) return fill_targets(read, batch);
        fill(read, c.pad_tgt, batch.tgt);
        for (Sentence& tokens : read) {
            tokens.erase(tokens.begin());
            tokens.push_back(c.pad_tgt);
        }
        fill(read, c.pad_tgt, batch.labels);
    }

    void fill(const std::vector<Sentence>& rows, std::int32_t padding, IndexTensor& tokens) const {
        const auto other = [&](const Sentence& row) { return row.size() != rows.front().size(); };
        if (padding == no_token && std::ranges::any_of(rows, other))
            fail(where_, model_.name + " has no padding, and the texts have different numbers of tokens");
        pad_together(rows, padding, tokens);
    }

    const std::optional<std::filesystem::path>& folder_;
    const Model& model_;
    const std::string where_;
    std::vector<std::string>& notes_;
};

}  // namespace

Batch batch_of_texts(const ModelRequest& request, const Model& model, std::vector<std::string>& notes) {
    return BatchOfTexts(request, model, "text", notes)
        .batch(placed(request.texts, "text"), placed(request.target_texts, "target text"));
}

Batch batch_of_pairs(std::string_view text, const ModelRequest& request, const Model& model, const std::string& where,
                     std::vector<std::string>& notes) {
    std::vector<PlacedText> sources, targets;
    for (const SentencePair& pair : split_pairs(text, where)) {
        sources.push_back({pair.source, pair.where + ", source"});
        targets.push_back({pair.target, pair.where + ", target"});
    }
    return BatchOfTexts(request, model, where, notes).batch(sources, targets);
}

}  // namespace vitrine
