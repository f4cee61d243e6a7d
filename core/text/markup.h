#pragma once
/// Texts of users within HTML, SVG and the scripts of a page.

#include <string>
#include <string_view>

namespace vitrine {

/// A text as it stands between tags, or in an attribute within quotation marks, of HTML, XML and SVG. What XML has no place for –
/// control characters but blanks, U+FFFE and U+FFFF, bytes that are not UTF-8 – is U+FFFD.
std::string escaped_markup(std::string_view text);

/// JSON within a script element: without "<", so that nothing in it ends the element or begins a comment or another script.
std::string json_in_script(std::string_view json);

}  // namespace vitrine
