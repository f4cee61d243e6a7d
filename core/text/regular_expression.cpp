#include "core/text/regular_expression.h"

#include <algorithm>
#include <chrono>
#include <optional>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "core/tensor/error.h"
#include "core/text/regular_expression_notation.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// The number of backtracking steps that one match may take, and the time that all matches in a text may take: far more than any
/// useful expression needs.
constexpr std::uint32_t most_steps = 2'000'000;
constexpr std::chrono::seconds longest{3};

/// The clock is checked after this many bytes of text, or this many matches.
constexpr std::size_t between_looks = 1024, matches_between_looks = 128;

constexpr std::size_t longest_expression = 1 << 16;

template <class T, void (*release)(T*)>
struct Release {
    void operator()(T* object) const { release(object); }
};
template <class T, void (*release)(T*)>
using Owned = std::unique_ptr<T, Release<T, release>>;

using CompileContext = Owned<pcre2_compile_context, pcre2_compile_context_free>;
using MatchContext = Owned<pcre2_match_context, pcre2_match_context_free>;
using MatchData = Owned<pcre2_match_data, pcre2_match_data_free>;
using Stack = Owned<pcre2_jit_stack, pcre2_jit_stack_free>;

std::string explanation(int error) {
    PCRE2_UCHAR text[256] = {};
    pcre2_get_error_message(error, text, sizeof text);
    return reinterpret_cast<const char*>(text);
}

/// The caller owns it.
pcre2_code* compiled_code(const std::string& expression) {
    const CompileContext context(pcre2_compile_context_create(nullptr));
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    const auto options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT;
    int error = 0;
    PCRE2_SIZE place = 0;
    pcre2_code* code =
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options, &error, &place, context.get());
    if (!code) throw Error("the regular expression is refused at its byte " + std::to_string(place) + ": " + explanation(error));
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);  // if this fails, matching is only slower
    return code;
}

/// Finds matches in valid UTF-8, one after the other.
class Search {
public:
    explicit Search(const pcre2_code* code)
        : code_(code), data_(pcre2_match_data_create(1, nullptr)), context_(pcre2_match_context_create(nullptr)) {
        pcre2_set_match_limit(context_.get(), most_steps);
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
    /// The first match from `at` on in the text, which begins at `start`.
    std::optional<TextSpan> find(std::string_view text, std::size_t start, std::size_t at) {
        const std::string_view subject = text.substr(start);
        for (std::size_t from = at - start;;) {
            const std::size_t limit = std::min(from + between_looks, subject.size());
            pcre2_set_offset_limit(context_.get(), limit);
            int result = match(subject, from);
            if (result == PCRE2_ERROR_JIT_STACKLIMIT && !stack_) {
                make_stack();
                result = match(subject, from);
            }
            if (result >= 0) return span_found(start);
            if (result != PCRE2_ERROR_NOMATCH) refuse(result);
            look_at_clock();
            if (limit == subject.size()) return std::nullopt;
            from = limit;
            while (continues_character(subject[from])) --from;
        }
    }

    int match(std::string_view subject, std::size_t from) const {
        return pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), from, PCRE2_NO_UTF_CHECK,
                           data_.get(), context_.get());
    }

    /// Makes a stack for matching. Few matches need one, and making it takes longer than matching most texts.
    void make_stack() {
        stack_.reset(pcre2_jit_stack_create(1 << 15, 1 << 22, nullptr));
        pcre2_jit_stack_assign(context_.get(), nullptr, stack_.get());
    }

    TextSpan span_found(std::size_t start) {
        const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(data_.get());
        if (ends[0] > ends[1]) throw Error("the regular expression sets the beginning of a match behind its end");
        if (++found_ % matches_between_looks == 0) look_at_clock();
        return {start + ends[0], start + ends[1]};
    }

    [[noreturn]] static void refuse(int result) {
        if (result == PCRE2_ERROR_MATCHLIMIT || result == PCRE2_ERROR_DEPTHLIMIT || result == PCRE2_ERROR_HEAPLIMIT ||
            result == PCRE2_ERROR_JIT_STACKLIMIT) {
            throw Error("the regular expression takes too many steps on this text");
        }
        throw Error("the regular expression cannot be matched: " + explanation(result));
    }

    void look_at_clock() const {
        if (std::chrono::steady_clock::now() - begun_ > longest) {
            throw Error("the regular expression takes too many steps on this text");
        }
    }

    const pcre2_code* code_;
    MatchData data_;
    MatchContext context_;
    Stack stack_;
    std::size_t found_ = 0;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

struct RegularExpression::Compiled {
    explicit Compiled(pcre2_code* made) : code(made) {}
    ~Compiled() { pcre2_code_free(code); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    pcre2_code* const code;
};

RegularExpression::RegularExpression(std::string_view expression) {
    if (expression.size() > longest_expression) throw Error("the regular expression is too long");
    if (with_replacements(expression) != expression) throw Error("the regular expression is not UTF-8");
    compiled_ = std::make_shared<const Compiled>(compiled_code(pcre2_notation(expression)));
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
