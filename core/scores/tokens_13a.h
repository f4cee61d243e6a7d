#pragma once
/// The tokenisation of BLEU.

#include <string>
#include <string_view>

namespace vitrine {

/// Splits a text into words and joins them with single spaces, like the "13a" tokenisation of sacreBLEU (Post 2018), which is
/// that of NIST's mteval-v13a. Removes white space at the ends and replaces &quot; &amp; &lt; and &gt;. Every ASCII punctuation
/// mark and symbol is a word of its own, with these exceptions: ' never is; a full stop or comma between digits is not; - is one
/// only after a digit. Other characters stay in their words. Accepts any bytes.
std::string tokenize_13a(std::string_view text);

}  // namespace vitrine
