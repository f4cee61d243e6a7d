#pragma once
/// The words that BLEU compares.

#include <string>
#include <string_view>

namespace vitrine {

/// A text in words with one space between them, as the "13a" tokenisation of sacreBLEU (Post 2018) has them, which is that of
/// NIST's mteval-v13a: white space at its end does not count; &quot; &amp; &lt; and &gt; are what they stand for; every punctuation
/// mark and symbol of ASCII is a word, but for ' and for - and the full stop and comma. Those two are words unless they stand
/// between digits, - is one after a digit. Characters beyond ASCII stay in their words. Any bytes will do.
std::string tokenize_13a(std::string_view text);

}  // namespace vitrine
