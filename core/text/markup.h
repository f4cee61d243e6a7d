#pragma once
/// Escapes texts of users in HTML, SVG and the scripts of a page.

#include <string>
#include <string_view>

namespace vitrine {

/// A text for use between tags, or in a quoted attribute, of HTML, XML and SVG. Everything that XML does not allow – control
/// characters except white space, U+FFFE and U+FFFF, bytes that are not UTF-8 – becomes U+FFFD.
std::string escaped_markup(std::string_view text);

/// JSON for use within a script element: without "<", so that nothing in it ends the element or begins a comment or another
/// script.
std::string json_in_script(std::string_view json);

}  // namespace vitrine
