#include "app/views/masks/state.h"

#include <algorithm>

#include "app/edit/tried.h"
#include "app/state/learning.h"
#include "app/views/masks/readings.h"

namespace vitrine {

std::span<const MaskThingInfo> mask_things() {
    static constexpr MaskThingInfo list[] = {
        {"source-padding", "Source padding", "no query may attend to padding of the source"},
        {"target-padding", "Target padding", "no query may attend to padding of the decoder's input"},
        {"causal", "Causal", "no token may attend to a later one"},
        {"target", "Target: both together", "padding ∧ causal"},
    };
    return list;
}

std::vector<MaskKind> masks_of(const Configuration& c) {
    std::vector<MaskKind> masks;
    if (c.has_encoder()) masks.push_back(MaskKind::source_padding);
    if (c.has_decoder()) masks.insert(masks.end(), {MaskKind::target_padding, MaskKind::causal, MaskKind::target});
    return masks;
}

std::vector<AttentionKind> attention_kinds(const Configuration& c) {
    std::vector<AttentionKind> kinds;
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        if (attention_layers(c, kind) > 0) kinds.push_back(kind);
    }
    return kinds;
}

namespace {

/// Whether the test has a causal mask. Without a decoder, there is none that could be left out.
bool tests_causal(const State& state) { return state.of<MasksView>().causal || !state.run->model->configuration.has_decoder(); }

}  // namespace

std::shared_ptr<const Run> run_with_test_masks(const State& state) {
    const MasksView& view = state.of<MasksView>();
    Design design = state.run->regime.design;
    design.causal_mask = tests_causal(state);
    design.padding_mask = view.padding;
    const auto made = tried(state.run, design);
    return made ? made : state.run;
}

std::string mask_tensor(const State& state, std::string_view tensor) {
    return path_of(state.of<MasksView>().place) + '.' + std::string(tensor);
}

namespace {

const IndexTensor& test_tokens(const Run& run, BatchSide side) {
    return side == BatchSide::source ? run.activations->src.tokens : run.activations->tgt.tokens;
}

/// The id of padding on a side, and the number of words there.
struct WordSet {
    std::int32_t pad;
    Size size;
};

WordSet words_of(const Run& run, BatchSide side) {
    const Configuration& c = run.model->configuration;
    return side == BatchSide::source ? WordSet{c.pad_src, c.src_vocab_size} : WordSet{c.pad_tgt, c.tgt_vocab_size};
}

/// The length without padding at the end.
Size length_of(const Run& run, BatchSide side, Size sentence) {
    const IndexTensor& tokens = test_tokens(run, side);
    Size length = tokens.size(1);
    while (length > 0 && tokens.at({sentence, length - 1}) == words_of(run, side).pad) --length;
    return length;
}

std::optional<TokenPair> selected_mask_pair(const State& state) {
    const Selection& selection = state.selection;
    if (!selection.cell || attention_at(selection.tensor) != state.of<MasksView>().place) return std::nullopt;
    const Layout layout = state.run->trace.find(selection.tensor).layout;
    const int query = layout.find(Axis::query), key = layout.find(Axis::key);
    if (query < 0 || key < 0) return std::nullopt;
    return TokenPair{(*selection.cell)[static_cast<std::size_t>(query)], (*selection.cell)[static_cast<std::size_t>(key)]};
}

/// The first key hidden from a query, if the query sees another one; otherwise nothing.
std::optional<Size> hidden_key(const TensorView& mask, Size sentence, Size query) {
    std::optional<Size> hidden;
    bool sees = false;
    for (Size key = 0; key < mask.layout.shape[3]; ++key) {
        const bool seen = mask.at({sentence, 0, query, key}) != 0;
        sees = sees || seen;
        if (!seen && !hidden) hidden = key;
    }
    return sees ? hidden : std::nullopt;
}

TokenPair proposed_mask_pair(const State& state) {
    const TensorView mask = state.run->trace.find(mask_tensor(state));
    const BatchSide side =
        side_of_queries(state.of<MasksView>().place.kind) == Side::source ? BatchSide::source : BatchSide::target;
    const Size middle = std::max<Size>(0, length_of(*state.run, side, state.selection.sentence) - 1) / 2;
    for (Size away = 0; away <= middle; ++away) {
        if (const auto key = hidden_key(mask, state.selection.sentence, middle - away)) return {middle - away, *key};
    }
    return {middle, 0};
}

}  // namespace

AttentionPair mask_pair(const State& state) {
    if (const auto selected = selected_mask_pair(state)) return {*selected, true};
    const auto find = [&] { return proposed_mask_pair(state); };
    return {state.run->of<MaskReadings>().proposed_pair(*state.run, state.of<MasksView>().place, state.selection.sentence, find),
            false};
}

namespace {

/// The ids that must not replace a token, the smaller one first; negative: none.
struct BarredIds {
    std::int32_t first, second;
};

BarredIds barred_ids(const State& state, const TokenPlace& place) {
    const std::int32_t pad = words_of(*state.run, place.side).pad;
    const std::int32_t here = test_tokens(*state.run, place.side).at({place.sentence, place.position});
    if (here == pad) return {-1, pad};
    return {std::min(here, pad), std::max(here, pad)};
}

TokenPlace proposed_token(const State& state) {
    const Run& run = *state.run;
    const Size sentence = state.selection.sentence;
    const Size source = length_of(run, BatchSide::source, sentence), target = length_of(run, BatchSide::target, sentence);
    if (target > 1) return {BatchSide::target, sentence, target - 1};
    if (source < test_tokens(run, BatchSide::source).size(1)) return {BatchSide::source, sentence, source};
    if (target < test_tokens(run, BatchSide::target).size(1)) return {BatchSide::target, sentence, target};
    return {run.model->configuration.has_decoder() ? BatchSide::target : BatchSide::source, sentence, 0};
}

TokenPlace changed_token(const State& state) {
    const auto& chosen = state.of<MasksView>().token;
    if (!chosen || chosen->position >= test_tokens(*state.run, chosen->side).size(1)) return proposed_token(state);
    return {chosen->side, state.selection.sentence, chosen->position};
}

/// A word near the current one in the vocabulary, if possible not a special token.
std::int32_t proposed_word(const State& state, const TokenPlace& place) {
    const Configuration& c = state.run->model->configuration;
    const Size count = word_count(state, place);
    const std::int32_t here = test_tokens(*state.run, place.side).at({place.sentence, place.position});
    const auto ordinary = [&](Size n) {
        const std::int32_t id = nth_word(state, place, n);
        return id != c.bos && id != c.eos;
    };
    const Size from = std::max<Size>(0, number_of_word(state, place, here));  // padding may not be a word of the vocabulary
    for (Size n = from; n < count; ++n) {
        if (ordinary(n)) return nth_word(state, place, n);
    }
    for (Size n = from; n-- > 0;) {
        if (ordinary(n)) return nth_word(state, place, n);
    }
    return nth_word(state, place, 0);
}

}  // namespace

Size word_count(const State& state, const TokenPlace& place) {
    const BarredIds barred = barred_ids(state, place);
    return words_of(*state.run, place.side).size - (barred.first >= 0) - (barred.second >= 0);
}

std::int32_t nth_word(const State& state, const TokenPlace& place, Size n) {
    const BarredIds barred = barred_ids(state, place);
    auto id = static_cast<std::int32_t>(n);
    if (barred.first >= 0 && id >= barred.first) ++id;
    if (barred.second >= 0 && id >= barred.second) ++id;
    return id;
}

Size number_of_word(const State& state, const TokenPlace& place, std::int32_t id) {
    const BarredIds barred = barred_ids(state, place);
    return id - (barred.first >= 0 && id > barred.first) - (barred.second >= 0 && id > barred.second);
}

std::optional<LeakQuestion> leak_question(const State& state) {
    const TokenPlace place = changed_token(state);
    if (word_count(state, place) <= 0) return std::nullopt;
    const std::int32_t wanted = state.of<MasksView>().word.value_or(-1);
    const BarredIds barred = barred_ids(state, place);
    const bool fits =
        wanted >= 0 && wanted < words_of(*state.run, place.side).size && wanted != barred.first && wanted != barred.second;
    return LeakQuestion{{place, fits ? wanted : proposed_word(state, place)}, tests_causal(state), state.of<MasksView>().padding};
}

const LeakTest* leak_answer(const State& state) {
    const auto question = leak_question(state);
    if (!question) return nullptr;
    const Run& run = *state.run;
    if (const LeakTest* known = run.of<MaskReadings>().find(run, *question)) return known;
    if (!answers_at_once(run)) return nullptr;
    return run.of<MaskReadings>().keep(run, *question, answer(run, *question));
}

bool awaits_test_token(const State& state) { return !state.of<MasksView>().token && !pass_of(*state.run).keeps_grids; }

bool lacks_leak_test(const State& state) {
    if (!state.run || state.run->difference || state.view != View::masks ||
        (state.of<Learning>().shown && state.of<Learning>().playing) || awaits_test_token(state))
        return false;
    const auto question = leak_question(state);
    return question && !answers_at_once(*state.run) && !state.run->of<MaskReadings>().find(*state.run, *question);
}

}  // namespace vitrine
