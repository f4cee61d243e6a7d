/// What students would type into Find, and which entry has to come first.

#include <doctest/doctest.h>

#include "app/actions/palette.h"
#include "app/actions/palette_commands.h"
#include "app/actions/word_match.h"
#include "tests/app/opened.h"

namespace vitrine::find_test {
using namespace vitrine::tests;

namespace {

struct Query {
    const char* typed;
    const char* first;
};

/// What is offered first when this is typed into Find.
PaletteEntry first_found(State& state, const char* typed) {
    apply(state, SetPaletteText{typed_text(typed)});
    const auto entries = palette_finds(state).entries;
    REQUIRE_MESSAGE(!entries.empty(), typed);
    return entries.front();
}

}  // namespace

TEST_CASE("Find leads from the words of a student to what is meant") {
    State state = opened("translation");
    apply(state, OpenPalette{PaletteScope::everything});
    const Query queries[] = {
        {"lesson", "Lessons"},
        {"save model", "Save the model …"},
        {"learning rate", "learning rate"},
        {"why √d", "Why divide by √d?"},
        {"positional encoding", "positional encoding"},
        {"self attention", "Cross- against self-attention?"},
        {"cross attention", "cross-attention"},
        {"softmax", "softmax"},
        {"mask", "mask"},
        {"padding", "padding"},
        {"causal mask", "causal mask"},
        {"look ahead", "Why it must not look ahead"},
        {"beam search", "beam search"},
        {"greedy", "greedy"},
        {"temperature", "temperature"},
        {"kv cache", "KV cache"},
        {"cache", "The cache"},
        {"gradient", "gradient"},
        {"backpropagation", "What is backpropagation?"},
        {"loss", "loss"},
        {"embedding", "embedding"},
        {"token", "token"},
        {"feed forward", "feed-forward"},
        {"layer norm", "Add and norm"},
        {"residual", "residual"},
        {"query key value", "Query, key, value"},
        {"heatmap colours", "Colours of weights from 0 to 1"},
        {"dark mode", "Dark theme"},
        {"export image", "Save as a file …"},
        {"open model", "Open a model …"},
        {"load checkpoint", "Open a model …"},
        {"compare runs", "Compare"},
        {"silence head", "Silence this head"},
        {"undo", "Undo"},
        {"keyboard shortcuts", "Keys"},
        {"nn.Transformer", "nn.Transformer"},
        {"encoder vs decoder", "Encoder to decoder"},
        {"what is multi-head attention", "What is multi-head attention?"},
        {"number of parameters", "How do I count the parameters of an attention?"},
        {"train", "Train"},
        {"parallel training", "Training in parallel, writing one by one"},
        {"why is the feed-forward network needed", "Why is a feed-forward network needed?"},
        {"projector", "Projector"},
        {"self-attention vs cross-attention", "Cross- against self-attention?"},
        {"multihead attention", "What is multi-head attention?"},
        {"why do we need the ffn", "Why is a feed-forward network needed?"},
        {"encoder layer vs encoder", "What is the difference between an encoder layer and the encoder?"},
        {"multi-head attention", "What is multi-head attention?"},
        {"are the inputs of all heads the same", "Are the inputs of all heads the same, what does each put out?"},
        {"why must the merged width equal the input", "Why must the merged width equal the input's?"},
        {"last token", "Why does the last token predict the next one?"},
        {"nn.TransformerEncoderLayer", "What are nn.TransformerEncoderLayer and nn.TransformerDecoderLayer?"},
        {"who invented positional encoding", "When was positional encoding proposed, and which functions are usual?"},
        {"why cache k and v", "Why cache K and V and not Q?"},
        {"sampling", "Greedy, beams, sampling"},
        {"query cache", "What a step saves"},
        {"why is the query not cached", "Why not the queries"},
        {"past_key_values", "What is in past_key_values?"},
        {"who invented multihead", "When was multi-head attention proposed?"},
        {"why embed_dim must be divisible by num_heads", "Why is d_model divisible by the number of heads?"},
        {"batch_first", "What is batch_first?"},
        {"complexity", "Why is attention quadratic?"},
        {"why does the final token give the next word", "Why is the last position's output the next word?"},
        {"positional encodng", "positional encoding"},
        {"why is FFN needed", "Why is a feed-forward network needed?"},
        {"concatenate heads dimension", "Why must the merged width equal the input's?"},
        {"why concat heads same dimension as input", "Why must the merged width equal the input's?"},
        {"what can be parallelized at inference", "What is parallel in training, what in inference?"},
        {"why use last token logits", "Why is only the last row of logits used?"},
    };
    for (const Query& query : queries) {
        const PaletteEntry found = first_found(state, query.typed);
        CAPTURE(query.typed);
        CAPTURE(found.title);
        CHECK(found.title.ends_with(query.first));  // a lesson's title begins with its number
    }
}

TEST_CASE("a question for a term leads to the glossary, whatever else is called so") {
    State state = opened("translation");
    apply(state, OpenPalette{PaletteScope::everything});
    const Query queries[] = {
        {"what is attention", "attention"},  {"What is attention?", "attention"}, {"what is the learning rate", "learning rate"},
        {"what is a token", "token"},        {"what are logits?", "logits"},      {"what does softmax mean", "softmax"},
        {"what is the KV cache", "KV cache"}};
    for (const Query& query : queries) {
        const PaletteEntry found = first_found(state, query.typed);
        CAPTURE(query.typed);
        CAPTURE(found.title);
        CHECK(found.title == query.first);
        CHECK(found.word == "term");
    }
    // Without a question the name may mean the view.
    CHECK(first_found(state, "Attention").title == "Attention");
}

TEST_CASE("a text asks for a term with and without an article, in the plural, and as a question for its meaning") {
    for (const char* typed : {"what is attention", "What is attention?", "what's the attention?", "what does attention mean"}) {
        CAPTURE(typed);
        CHECK(asks_for(typed, "attention"));
        CHECK_FALSE(asks_for(typed, "cross-attention"));
    }
    CHECK(asks_for("what are top k", "top-k"));
    CHECK(asks_for("what are tokens", "token"));
    CHECK_FALSE(asks_for("attention", "attention"));
    CHECK_FALSE(asks_for("what is attention for", "attention"));
    CHECK_FALSE(asks_for("what does attention", "attention"));
    CHECK_FALSE(asks_for("", ""));
}

TEST_CASE("words are matched whole, at their beginning, in other words, and not at all") {
    CHECK(match_words("head", searched("Silence this head", ""))->found == WordsFound::all);
    CHECK(match_words("heads", searched("Silence this head", ""))->found == WordsFound::all);
    CHECK(match_words("multi-head", searched("When multi head?", ""))->found == WordsFound::all);
    CHECK(match_words("why is the cache needed", searched("Is a cache needed?", ""))->found == WordsFound::all);
    CHECK_FALSE(match_words("save model", searched("Open a file", "")));
    CHECK_FALSE(match_words("lesson", searched("Save the whole run as JSON", "")));
    CHECK(match_words("loss", searched("The loss", ""))->score > match_words("loss", searched("Lossless", ""))->score);
    CHECK(match_words("loss", searched("Lossless", ""))->score > match_words("loss", searched("Anything", "the loss"))->score);
    const auto found = match_words("theme", searched("Dark theme", ""));
    REQUIRE(found);
    CHECK(found->letters == std::vector<std::size_t>{5, 6, 7, 8, 9});
}

TEST_CASE("typed words become those that there are: stems, slips of the pen, others' words; the rest is left out") {
    const SearchedText texts[] = {searched("Feed-forward network", ""), searched("Decoding", "positions"), searched("A cache", "")};
    CHECK(understood("why FFN", texts).words == "why ffn");
    CHECK(understood("the feedforward", texts).words == "the feedforward");
    CHECK(understood("netwerk", texts).words == "network");
    CHECK(understood("past_key_values", texts).left_out.empty());
    CHECK(understood("zebra cache", texts).words == "cache");
    CHECK(understood("zebra cache", texts).left_out == std::vector<std::string>{"zebra"});
    CHECK_FALSE(match_words("decoder", searched("Decoding", "")));
    CHECK(match_words("queries", searched("A query", ""))->found == WordsFound::all);
    CHECK(match_words("cached", searched("A cache", ""))->found == WordsFound::all);
    CHECK(match_words("one two", searched("one", ""))->found == WordsFound::half);
    CHECK(match_words("one two three", searched("one two", ""))->found == WordsFound::most);
}

}  // namespace vitrine::find_test
