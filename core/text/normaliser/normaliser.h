#pragma once
/// The first part of a tokenizer: it brings a text into the form in which it is split. Each kind works like the kind of the same
/// name in Hugging Face's `tokenizers`; a file of its own says how.

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

/// Makes every capital letter a small one, independently of the others.
struct Lowercase {
    void apply(std::string& text) const;
    bool operator==(const Lowercase&) const = default;
};

/// Removes all marks: accents, if an NFD before has separated them from their letters.
struct StripAccents {
    void apply(std::string& text) const;
    bool operator==(const StripAccents&) const = default;
};

/// Replaces a pattern by something else.
struct Replace {
    Pattern pattern;
    std::string content;

    void apply(std::string& text, const TextGrowth& growth) const;
    bool operator==(const Replace&) const = default;
};

/// Puts a text in front, unless the text is empty.
struct Prepend {
    std::string prepend;

    void apply(std::string& text) const;
    bool operator==(const Prepend&) const = default;
};

/// Removes white space at the ends.
struct Strip {
    bool strip_left = true, strip_right = true;

    void apply(std::string& text) const;
    bool operator==(const Strip&) const = default;
};

/// The normalisation of BERT (Devlin et al. 2019).
struct BertNormalizer {
    bool clean_text = true;             ///< removes control characters, and turns all white space into spaces
    bool handle_chinese_chars = true;   ///< puts spaces around every ideograph
    std::optional<bool> strip_accents;  ///< nothing: the same as lowercase
    bool lowercase = true;

    void apply(std::string& text) const;
    bool operator==(const BertNormalizer&) const = default;
};

using Step = std::variant<Nfc, Nfd, Nfkc, Nfkd, Lowercase, StripAccents, Replace, Prepend, Strip, BertNormalizer, Precompiled>;

}  // namespace normaliser

/// Steps that are applied in order; without steps, the text stays as it is.
struct Normaliser {
    std::vector<normaliser::Step> steps;

    /// Throws Error if a regular expression takes too many steps, or if the text becomes longer than TextGrowth allows.
    void apply(std::string& text) const;

    bool operator==(const Normaliser&) const = default;
};

}  // namespace vitrine
