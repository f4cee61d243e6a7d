#include "app/edit/sentence_typing.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/base/job.h"
#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "core/decode/generate.h"
#include "core/io/text_reading.h"
#include "core/model/work.h"
#include "core/text/plain_text.h"
#include "core/text/typed_words.h"

namespace vitrine {

bool operator==(const SentenceQuestion& a, const SentenceQuestion& b) {
    return a.run->generation == b.run->generation && a.sentence == b.sentence && a.text == b.text;
}

namespace {

const Vocabulary& words_read(const Model& model) {
    return model.configuration.has_encoder() ? model.source_vocabulary : model.target_vocabulary;
}

/// The target that the model writes greedily, as its labels: without its beginning.
Sentence written_for(const Sentence& source, const Run& run) {
    const DecodingModel model{run.model->configuration, *run.parameters, run.regime.design, &run.edits.interventions};
    return Decoder(model).decode(source, {.rules = run.model->rules}).hypotheses.front().tokens;
}

/// A decoder alone, after what it was given: its input, and the labels of what it has to write.
ReplaceSentence continued(Size sentence, std::size_t given, Sentence whole, std::int32_t pad) {
    Sentence labels(whole.begin() + 1, whole.end());
    std::fill_n(labels.begin(), given - 1, pad);
    whole.pop_back();
    return {sentence, {}, std::move(whole), std::move(labels)};
}

/// Whether the model answers a text by writing: it has both stacks, or is a decoder alone that has learned to answer after <sep>.
bool writes_answer(const Model& model, const std::optional<std::filesystem::path>& folder) {
    const Configuration& c = model.configuration;
    return c.has_decoder() && (c.has_encoder() || (source_text(model, folder).end && c.logits && c.pad_tgt != no_token));
}

/// Throws Error, one line, where the text is no sentence of the model.
ReplaceSentence sentence_from(const SentenceQuestion& question) {
    const Model& model = *question.run->model;
    const Configuration& c = model.configuration;
    std::vector<std::string> notes;
    Sentence read = read_source(question.text, model, source_text(model, question.run->request.folder), "text", notes);
    if (c.architecture == Architecture::encoder) return {question.sentence, std::move(read), {}, {}};
    if (!c.has_encoder() && writes_answer(model, question.run->request.folder))
        return continued(question.sentence, read.size(), written_for(read, *question.run), c.pad_tgt);
    if (c.architecture == Architecture::decoder) {
        Sentence next(read.begin() + 1, read.end());
        next.push_back(c.pad_tgt);
        return {question.sentence, {}, std::move(read), c.pad_tgt == no_token ? Sentence{} : std::move(next)};
    }
    Sentence whole = written_for(read, *question.run);
    Sentence labels(whole.begin() + 1, whole.end());
    whole.pop_back();
    return {question.sentence, std::move(read), std::move(whole), std::move(labels)};
}

/// Whether the answer comes within a few milliseconds, so that the next frame may wait for it.
bool answers_at_once(const SentenceQuestion& question) {
    constexpr double most_operations = 4e7;
    const Configuration& c = question.run->model->configuration;
    if (!writes_answer(*question.run->model, question.run->request.folder)) return true;
    constexpr Size letters_per_token = 4, longest = 50;
    const Size source = static_cast<Size>(question.text.size()) / letters_per_token + 3, target = source + longest;
    Batch batch;
    if (c.has_encoder()) batch.src.resize({1, source});
    batch.tgt.resize({1, target});
    return product_operations(c, batch) <= most_operations;
}

/// Whether the step of the history that typed a sentence is still the last one.
bool goes_on_typing(const State& state) {
    const auto& typing = state.of<SentenceTyping>();
    return !typing.what.empty() && state.edits.batch == typing.made && state.history.undo_words() == typing.what;
}

}  // namespace

std::string sentence_refusal(const State& state) {
    const std::string why = token_refusal(state);
    if (!why.empty()) return why;
    const Model& model = *state.run->model;
    if (words_read(model).empty() && !model.tokenizer) return model.name + " has no vocabulary: its tokens are numbers";
    if (model.configuration.architecture == Architecture::transformer && !model.configuration.logits)
        return model.name + " has no weights for the logits, so it writes no target";
    return "";
}

std::string text_of_sentence(const Run& run, const Batch& batch, Size sentence) {
    const Model& model = *run.model;
    const Configuration& c = model.configuration;
    const BatchSide side = c.has_encoder() ? BatchSide::source : BatchSide::target;
    const IndexTensor& tokens = tokens_of(batch, side);
    const std::int32_t* first = tokens.data() + sentence * tokens.size(1);
    Sentence ids(first, first + sentence_length(batch, c, side, sentence));
    const TargetText text = text_of_source(model, run.request.folder);
    // What comes after <sep> is the answer.
    if (!c.has_encoder() && writes_answer(model, run.request.folder)) ids.erase(std::ranges::find(ids, text.eos), ids.end());
    return written(ids, text);
}

std::string text_of_sentence(const State& state) {
    return text_of_sentence(*state.run, wanted_batch(state), shown_sentence(state));
}

namespace {

/// Whether texts are read word by word, as typed_words() does.
bool reads_words(const Model& model) {
    return !model.tokenizer && !words_read(model).empty() && source_text(model, {}).unit != TextUnit::characters;
}

}  // namespace

std::vector<UnknownWord> unknown_words(const Model& model, std::string_view text, bool still_typing) {
    const Vocabulary& vocabulary = words_read(model);
    std::vector<UnknownWord> unknown;
    if (!reads_words(model)) return unknown;
    for (const TypedWord& word : typed_words(text, vocabulary)) {
        if (word.id) continue;
        const auto begin = static_cast<std::size_t>(word.typed.data() - text.data());
        UnknownWord& found =
            unknown.emplace_back(UnknownWord{begin, begin + word.typed.size(), words_near(word.typed, vocabulary)});
        found.unfinished = still_typing && found.end == text.size() && begins_a_word(word.typed, vocabulary);
    }
    return unknown;
}

TextEdit with_word(const TextEdit& text, const UnknownWord& word, const std::string& by) {
    std::string all = text.text;
    all.replace(word.begin, word.end - word.begin, by);
    return typed_text(std::move(all));
}

const UnknownWord* first_unknown(const SentenceTyping& typing) {
    const auto found = std::ranges::find(typing.unknown, false, &UnknownWord::unfinished);
    return found == typing.unknown.end() ? nullptr : &*found;
}

std::string unknown_text(const State& state, const UnknownWord& word) {
    const std::string& text = state.of<SentenceTyping>().text.text;
    return fmt::format("“{}” is not among its {}", text.substr(word.begin, word.end - word.begin),
                       counted(static_cast<Size>(words_read(*state.run->model).words().size()), "word"));
}

std::string left_out_text(const SentenceTyping& typing) {
    const std::vector<std::string>& marks = typing.left_out;
    if (marks.empty()) return "";
    std::string text;
    for (std::size_t i = 0; i < marks.size(); ++i)
        text += fmt::format("{}no “{}”", i == 0 ? "" : i + 1 == marks.size() ? " and " : ", ", marks[i]);
    return fmt::format("It reads {}: {} left out.", text, marks.size() == 1 ? "it is" : "they are");
}

std::string too_long_text(const State& state) {
    const Model& model = *state.run->model;
    const Configuration& c = model.configuration;
    if (!model.card || !model.card->longest_source) return "";
    const BatchSide side = c.has_encoder() ? BatchSide::source : BatchSide::target;
    const Size longest = *model.card->longest_source, now = sentence_length(*state.run->batch, c, side, shown_sentence(state));
    if (!c.has_encoder() || now <= longest) return "";
    return fmt::format("It has learned from sentences of up to {}; this one has {}.", counted(longest, "token"), now);
}

namespace {

/// Whether the shown sentence is what the text typed last was read as.
bool shows_typed_text(const State& state) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    return typing.asked && typing.answered && typing.problem.empty() && typing.made && state.edits.batch == typing.made &&
           typing.asked->sentence == shown_sentence(state) && typing.asked->run->model == state.run->model;
}

}  // namespace

void do_command(State& state, const BeginSentence&) {
    SentenceTyping& typing = state.of<SentenceTyping>();
    const bool typed = shows_typed_text(state);
    typing.text = typed_text(typed ? typing.asked->text : sentence_refusal(state).empty() ? text_of_sentence(state) : "");
    typing.text.anchor = 0;
    typing.unknown.clear();
    if (!typed) typing.left_out.clear();
    typing.problem.clear();
}

void do_command(State& state, const SetSentenceText& command) {
    SentenceTyping& typing = state.of<SentenceTyping>();
    const TextEdit text = with_valid_caret(command.text);
    const bool changed = text.text != typing.text.text;
    typing.text = text;
    if (changed) do_command(state, TypeSentence{.text = text.text, .still_typing = text.caret == text.text.size()});
}

void do_command(State& state, const TypeSentence& command) {
    if (!can_edit(state) || !sentence_refusal(state).empty()) return;
    SentenceTyping& typing = state.of<SentenceTyping>();
    const Model& model = *state.run->model;
    typing.unknown = unknown_words(model, command.text, command.still_typing);
    typing.left_out = reads_words(model) ? marks_left_out(command.text, words_read(model)) : std::vector<std::string>{};
    std::string text = command.text;
    if (!typing.unknown.empty() && typing.unknown.back().unfinished) text.resize(typing.unknown.back().begin);
    if (first_unknown(typing) || text.find_first_not_of(' ') == std::string::npos) return;
    typing.asked = SentenceQuestion{working_run(state), shown_sentence(state), std::move(text)};
    typing.answered = false;
    typing.problem.clear();
}

void do_command(State& state, const ShowTypedSentence& command) {
    SentenceTyping& typing = state.of<SentenceTyping>();
    if (typing.answered || !typing.asked || !(*typing.asked == command.question)) return;
    typing.answered = true;
    typing.problem = command.why;
    if (!command.sentence || !can_edit(state)) return;
    constexpr std::size_t longest = 40;
    const std::string what = fmt::format("type “{}”", shortened(command.question.text, longest));
    if (!edit_batch(state, *command.sentence, {.what = what, .amends = goes_on_typing(state)})) {
        typing.problem = std::exchange(state.message, "");
        return;
    }
    typing.what = state.history.undo_words() == what ? what : "";
    typing.made = state.edits.batch;
}

void follow_sentence_field(State& state) {
    SentenceTyping& typing = state.of<SentenceTyping>();
    const bool was_there = std::exchange(typing.in_field, state.focus == sentence_field);
    if (typing.in_field && !was_there && state.run) do_command(state, BeginSentence{});
}

std::optional<MissingResult> missing_sentence(const State& state) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    if (typing.answered || !typing.asked || !state.run) return std::nullopt;
    const SentenceQuestion& question = *typing.asked;
    Job job = job_of(
        [question](Work&) {
            return ShowTypedSentence{question, sentence_from(question)};
        },
        [question](std::string why) -> Command {
            return ShowTypedSentence{question, {}, std::move(why)};
        });
    job.no_memory = "this sentence needs more memory than there is";
    job.question = question;
    return MissingResult{.job = std::move(job), .at_once = answers_at_once(question)};
}

}  // namespace vitrine
