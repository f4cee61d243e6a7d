#pragma once
/// The first part of a tokenizer: it brings a text into the form in which it is cut. Each kind is that of the same name in Hugging
/// Face's `tokenizers`; a file of its own says how it works.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/text/growth.h"
#include "core/text/normaliser/precompiled.h"
#include "core/text/pattern.h"
#include "core/text/unicode.h"

namespace vitrine {

namespace normaliser {

/// One of Unicode's normalisation forms.
template <UnicodeForm form>
struct Form {
    void apply(std::string& text) const;
    bool operator==(const Form&) const = default;
};
using Nfc = Form<UnicodeForm::nfc>;
using Nfd = Form<UnicodeForm::nfd>;
using Nfkc = Form<UnicodeForm::nfkc>;
using Nfkd = Form<UnicodeForm::nfkd>;

/// Capital letters become small ones, each by itself.
struct Lowercase {
    void apply(std::string& text) const;
    bool operator==(const Lowercase&) const = default;
};

/// Leaves out all marks: accents, where an NFD before it has taken them off their letters.
struct StripAccents {
    void apply(std::string& text) const;
    bool operator==(const StripAccents&) const = default;
};

/// Puts something else in the place of a pattern.
struct Replace {
    Pattern pattern;
    std::string content;

    void apply(std::string& text, const TextGrowth& growth) const;
    bool operator==(const Replace&) const = default;
};

/// Puts a text in front, unless there is nothing to put it in front of.
struct Prepend {
    std::string prepend;

    void apply(std::string& text) const;
    bool operator==(const Prepend&) const = default;
};

/// Leaves out white space at the ends.
struct Strip {
    bool strip_left = true, strip_right = true;

    void apply(std::string& text) const;
    bool operator==(const Strip&) const = default;
};

/// What BERT does (Devlin et al. 2019).
struct BertNormalizer {
    bool clean_text = true;             ///< leaves out control characters, and makes all white space spaces
    bool handle_chinese_chars = true;   ///< puts spaces around every ideograph
    std::optional<bool> strip_accents;  ///< nothing: where letters become small, too
    bool lowercase = true;

    void apply(std::string& text) const;
    bool operator==(const BertNormalizer&) const = default;
};

using Step = std::variant<Nfc, Nfd, Nfkc, Nfkd, Lowercase, StripAccents, Replace, Prepend, Strip, BertNormalizer, Precompiled>;

}  // namespace normaliser

/// Steps one after the other; none leaves the text as it is.
struct Normaliser {
    std::vector<normaliser::Step> steps;

    /// Throws Error where a regular expression takes too many steps, or the text becomes longer than TextGrowth allows.
    void apply(std::string& text) const;

    bool operator==(const Normaliser&) const = default;
};

}  // namespace vitrine
