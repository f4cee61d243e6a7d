#include <algorithm>

#include <fmt/format.h>

#include "app/views/generate/candidates.h"
#include "app/widgets/chart/axis.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The word that was chosen by hand in this step, or by a rule; null where there is none.
const WordNode* forced_word(const NextWords& words) {
    const auto is_forced = [](const WordNode* node) { return node->reason == Reason::forced || node->reason == Reason::required; };
    const auto found = std::find_if(words.following.begin(), words.following.end(), is_forced);
    return found == words.following.end() ? nullptr : *found;
}

/// The places of the words that the search considered, in order.
std::vector<std::size_t> places_of_following(const NextWords& words) {
    std::vector<std::size_t> places;
    if (words.all.empty()) return places;
    for (const WordNode* node : words.following) places.push_back(words.listed.place_of[static_cast<std::size_t>(node->token)]);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());  // of several draws
    return places;
}

/// Where the line stands.
std::size_t count_left(const NextWords& words) {
    std::size_t left = 0;
    if (words.samples) return words.listed.drawable_end;  // at temperature 0 all others are left without a share
    if (forced_word(words)) return 0;
    if (words.strategy() == Strategy::greedy) {
        while (left < words.all.size() && words.is_forbidden(left)) ++left;
        return std::min(left + 1, words.all.size());
    }
    for (const std::size_t place : places_of_following(words)) {
        if (words.is_taken(place)) left = place + 1;
    }
    return left;
}

/// What has become of the likeliest words in a beam search.
std::string beam_words(const NextWords& words) {
    const auto count = [&](Fate fate) {
        return static_cast<std::size_t>(
            std::count_if(words.following.begin(), words.following.end(), [&](const WordNode* n) { return n->fate == fate; }));
    };
    const std::size_t kept = count(Fate::kept);
    if (kept == words.left && kept > 0) return "these stay in the beam";
    if (kept > 0) return fmt::format("{} of these {} stay in the beam", kept, words.left);
    if (count(Fate::cut_off) > 0) return "in the beam when the search ended";
    return words.left > 0 ? "a sentence ends here" : "none of these stays in the beam";
}

/// The words from a place on that must stay visible: the selected word and the words that were taken.
std::vector<std::size_t> must_be_seen(const NextWords& words, std::size_t from) {
    constexpr std::size_t most = 3;
    std::vector<std::size_t> places;
    const std::vector<std::size_t> following = places_of_following(words);
    for (const bool shown : {true, false}) {
        for (const std::size_t place : following) {
            if (place < from || places.size() == most) continue;
            if (words.is_shown(place) == shown && (shown || words.is_taken(place))) places.push_back(place);
        }
    }
    if (!words.listed.row) return places;
    for (const std::int32_t token : words.listed.row->forbidden) {
        const std::size_t place = words.listed.place_of[static_cast<std::size_t>(token)];
        const bool known = std::ranges::find(places, place) != places.end();
        if (place >= from && places.size() < most && !known) places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    return places;
}

}  // namespace

const WordNode* NextWords::node_at(std::size_t place) const {
    const std::int32_t token = all[place].token;
    const auto found = std::find_if(following.begin(), following.end(), [&](const WordNode* n) { return n->token == token; });
    return found == following.end() ? nullptr : *found;
}

bool NextWords::is_taken(std::size_t place) const {
    const WordNode* node = node_at(place);
    return node && node->fate != Fate::pruned;
}

bool NextWords::is_left(std::size_t place) const {
    return is_taken(place) || (strategy() != Strategy::beam && place < left && !is_forbidden(place));
}

bool NextWords::is_shown(std::size_t place) const {
    const WordNode& node = scene.at(scene.node);
    return node.parent == scene.asking && node.token == all[place].token;
}

NextWords next_words(const GenerateScene& scene) {
    NextWords words{.scene = scene, .listed = listed_candidates(scene.state)};
    words.all = words.listed.all;
    for (const WordNode& node : scene.generation().nodes) {
        if (node.parent == scene.asking) words.following.push_back(&node);
    }
    words.samples = words.strategy() == Strategy::sample;
    constexpr double small = 0.2;  // among very many words none is likely
    if (!words.all.empty() && words.all.front().probability > 0 && words.all.front().probability < small)
        words.scale = range_from_zero(std::max(words.all.front().probability, words.samples ? words.all.front().filtered : 0)).high;
    words.left = count_left(words);
    return words;
}

std::string cut_words(const NextWords& words) {
    if (!words.samples) {
        if (const WordNode* forced = forced_word(words))
            return fmt::format("“{}” is {}", words.scene.word(forced->token),
                               forced->reason == Reason::required ? "required by a rule" : "chosen by hand");
        return words.strategy() == Strategy::greedy ? "the likeliest is taken" : beam_words(words);
    }
    if (words.left >= words.all.size()) return "";
    const SamplingOptions sampling = shown_sampling(words.scene.state);
    if (sampling.temperature == 0) return "temperature 0 leaves the likeliest";
    if (words.all[words.left].cut == Cut::none) return "the others have probability 0";
    return words.all[words.left].cut == Cut::top_k ? fmt::format("top-k {} ends here", sampling.top_k)
                                                   : fmt::format("top-p {:g} ends here", sampling.top_p);
}

namespace {

/// Why a word may not come: alone, or after those before it.
std::string forbidden_words(const NextWords& words, std::int32_t token) {
    const Sentence* rule = forbidding_rule(words.scene.generation(), words.scene.asking, token);
    if (!rule || rule->size() == 1) return "forbidden by the model's configuration: never chosen (bad_words_ids, suppress_tokens)";
    std::string sequence;
    for (const std::int32_t each : *rule) sequence += (sequence.empty() ? "" : " ") + words.scene.word(each);
    return fmt::format("forbidden here by the model's configuration: “{}” may not be generated (bad_words_ids)", sequence);
}

}  // namespace

std::vector<std::string> note_of(const NextWords& words, std::size_t place) {
    const Candidate& candidate = words.all[place];
    std::vector<std::string> lines{fmt::format("{}  {}", words.word(place), plain_number(candidate.probability)),
                                   "logit " + signed_number(candidate.logit, ElementType::scalar),
                                   fmt::format("rank {} of {}", place + 1, words.all.size())};
    if (words.samples && candidate.cut == Cut::none) lines.push_back("drawn with probability " + plain_number(candidate.filtered));
    if (candidate.cut == Cut::top_k) lines.push_back("cut by top-k: never drawn");
    if (candidate.cut == Cut::top_p) lines.push_back("cut by top-p: never drawn");
    if (words.is_forbidden(place)) {
        lines.push_back(forbidden_words(words, candidate.token));
        return lines;
    }
    lines.push_back("click to continue the sentence with it");
    return lines;
}

std::size_t CandidateList::rows_within(float room) const {
    std::size_t rows = 0;
    while (rows < count && end(rows + 1) <= room) ++rows;
    return rows;
}

CandidateList list_within(const NextWords& words, float room) {
    constexpr std::size_t most = 500, fewest = 5;
    CandidateList list{words, words.all.empty() ? "" : cut_words(words), std::min(most, words.all.size())};
    if (list.end(words.all.size()) <= room && list.count == words.all.size()) {
        list.height = list.end(list.count);
        return list;
    }
    // What stands below the list takes room from it, and then more words may have to stand there.
    for (std::size_t before = words.all.size(); before != list.alone.size();) {
        before = list.alone.size();
        const std::size_t rows = list.rows_within(room - CandidateList::last_line - list.alone_height());
        list.height = list.end(std::min(list.count, std::max(fewest, rows)));
        list.alone = must_be_seen(words, list.rows_within(list.height));
    }
    return list;
}

std::string rest_words(const CandidateList& list, std::size_t seen) {
    const NextWords& words = list.words;
    double share = words.listed.share_from[seen];
    Size more = static_cast<Size>(words.all.size() - seen), drawable = words.listed.drawable_from[seen];
    for (const std::size_t place : list.alone) {
        if (place < seen) continue;
        --more, share -= words.all[place].probability, drawable -= words.all[place].filtered > 0;
    }
    if (seen == words.all.size())
        return words.all.size() == 1 ? "this is the only token" : fmt::format("these are all {} tokens", words.all.size());
    if (more == 0) return "no more tokens";
    std::string text = counted(more, "more token") + ", together " + plain_number(share);
    if (words.samples && drawable > 0 && drawable < more) text += fmt::format("; {} of them can be drawn", drawable);
    return text;
}

}  // namespace vitrine
