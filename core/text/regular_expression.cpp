#include "core/text/regular_expression.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include <oniguruma.h>

#include "core/tensor/error.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// The number of backtracking steps that one match may take, and the time that all matches in a text may take: far more than any
/// useful expression needs.
constexpr unsigned long most_steps = 2'000'000;
constexpr std::chrono::seconds longest{3};

/// The clock is checked after this many bytes of text, or this many matches.
constexpr std::size_t between_looks = 1024, matches_between_looks = 128;

constexpr std::size_t longest_expression = 1 << 16;

const OnigUChar* begin_of(std::string_view text) { return reinterpret_cast<const OnigUChar*>(text.data()); }
const OnigUChar* end_of(std::string_view text) { return begin_of(text) + text.size(); }

std::string explanation(int error, OnigErrorInfo* details = nullptr) {
    OnigUChar text[ONIG_MAX_ERROR_MESSAGE_LEN] = {};
    const int length = onig_error_code_to_str(text, error, details);
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};
}

/// The caller owns it.
regex_t* compiled_code(std::string_view expression) {
    static const int ready = [] {
        OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
        return onig_initialize(encodings, 1);
    }();
    if (ready != ONIG_NORMAL) throw Error("regular expressions cannot be used: " + explanation(ready));
    regex_t* code = nullptr;
    OnigErrorInfo details;
    const int result = onig_new(&code, begin_of(expression), end_of(expression), ONIG_OPTION_DEFAULT, ONIG_ENCODING_UTF8,
                                ONIG_SYNTAX_ONIGURUMA, &details);
    if (result != ONIG_NORMAL) throw Error("the regular expression is refused: " + explanation(result, &details));
    return code;
}

struct FreeRegion {
    void operator()(OnigRegion* region) const { onig_region_free(region, 1); }
};
struct FreeLimits {
    void operator()(OnigMatchParam* limits) const { onig_free_match_param(limits); }
};

/// Finds matches in valid UTF-8, one after the other.
class Search {
public:
    explicit Search(regex_t* code) : code_(code), region_(onig_region_new()), limits_(onig_new_match_param()) {
        onig_initialize_match_param(limits_.get());
        onig_set_retry_limit_in_match_of_match_param(limits_.get(), most_steps);
    }

    /// Appends the matches in a part of a text.
    void find_all(std::string_view text, const TextSpan& part, std::vector<TextSpan>& matches) {
        std::size_t at = part.start, last_end = static_cast<std::size_t>(-1);
        while (at <= part.end) {
            const auto found = find(text.substr(0, part.end), part.start, at);
            if (!found) return;
            if (found->start == found->end && found->end == last_end) {  // empty, right after the match before
                at += at < part.end ? utf8_step(text, at).length : 1;
                continue;
            }
            at = last_end = found->end;
            matches.push_back(*found);
        }
    }

private:
    /// The first match from `at` on in the text, which begins at `start`. It is looked for in one stretch after another.
    std::optional<TextSpan> find(std::string_view text, std::size_t start, std::size_t at) {
        const std::string_view subject = text.substr(start);
        for (std::size_t from = at - start;;) {
            std::size_t limit = std::min(from + between_looks, subject.size());
            while (limit < subject.size() && continues_character(subject[limit])) ++limit;
            const int found = onig_search_with_param(code_, begin_of(subject), end_of(subject), begin_of(subject) + from,
                                                     begin_of(subject) + limit, region_.get(), ONIG_OPTION_NONE, limits_.get());
            if (found >= 0) return span_found(start);
            if (found != ONIG_MISMATCH) refuse(found);
            look_at_clock();
            if (limit == subject.size()) return std::nullopt;
            from = limit;
        }
    }

    TextSpan span_found(std::size_t start) {
        if (region_->beg[0] > region_->end[0]) throw Error("the regular expression sets the beginning of a match behind its end");
        if (++found_ % matches_between_looks == 0) look_at_clock();
        return {start + static_cast<std::size_t>(region_->beg[0]), start + static_cast<std::size_t>(region_->end[0])};
    }

    [[noreturn]] static void refuse(int result) {
        if (result == ONIGERR_RETRY_LIMIT_IN_MATCH_OVER || result == ONIGERR_MATCH_STACK_LIMIT_OVER)
            throw Error("the regular expression takes too many steps on this text");
        throw Error("the regular expression cannot be matched: " + explanation(result));
    }

    void look_at_clock() const {
        if (std::chrono::steady_clock::now() - begun_ > longest)
            throw Error("the regular expression takes too many steps on this text");
    }

    regex_t* code_;
    std::unique_ptr<OnigRegion, FreeRegion> region_;
    std::unique_ptr<OnigMatchParam, FreeLimits> limits_;
    std::size_t found_ = 0;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

struct RegularExpression::Compiled {
    explicit Compiled(regex_t* made) : code(made) {}
    ~Compiled() { onig_free(code); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    regex_t* const code;
};

RegularExpression::RegularExpression(std::string_view expression) {
    if (expression.size() > longest_expression) throw Error("the regular expression is too long");
    if (with_replacements(expression) != expression) throw Error("the regular expression is not UTF-8");
    compiled_ = std::make_shared<const Compiled>(compiled_code(expression));
}

std::vector<TextSpan> RegularExpression::matches(std::string_view text) const {
    Search search(compiled_->code);
    std::vector<TextSpan> found;
    for (std::size_t start = 0; start <= text.size();) {  // valid parts one by one
        std::size_t end = start;
        Utf8Step step{.character = 0, .length = 1, .valid = true};
        while (end < text.size() && (step = utf8_step(text, end)).valid) end += step.length;
        if (end > start || text.empty()) search.find_all(text, {start, end}, found);
        start = end < text.size() ? end + step.length : text.size() + 1;
    }
    return found;
}

}  // namespace vitrine
