#include "core/text/pattern.h"

#include <utility>

namespace vitrine {

Pattern::Pattern(Kind kind, std::string text) : text_(std::move(text)) {
    if (kind == Kind::regular_expression) expression_.emplace(text_);
}

std::vector<TextSpan> Pattern::matches(std::string_view text) const {
    if (expression_) return text.empty() ? std::vector<TextSpan>() : expression_->matches(text);
    std::vector<TextSpan> found;
    if (text_.empty()) return found;
    for (std::size_t at = text.find(text_); at != std::string_view::npos; at = text.find(text_, at + text_.size())) {
        found.push_back({at, at + text_.size()});
    }
    return found;
}

std::string Pattern::replaced(std::string_view text, std::string_view by, const TextGrowth& growth) const {
    std::string result;
    std::size_t done = 0;
    for (const TextSpan& match : matches(text)) {
        growth.require(result.size() + (match.start - done) + by.size());
        result.append(text.substr(done, match.start - done)).append(by);
        done = match.end;
    }
    return result.append(text.substr(done));
}

}  // namespace vitrine
