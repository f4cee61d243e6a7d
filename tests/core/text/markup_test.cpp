#include "core/text/markup.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace vitrine::tests {

TEST_CASE("a text ends no tag, no attribute and no XML") {
    CHECK(escaped_markup("\"><script>alert('1')</script>&amp;") ==
          "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;");
    CHECK(escaped_markup("é\t\n😀") == "é\t\n😀");
    CHECK(escaped_markup(std::string("a\0\x1b\x0c", 4)) == "a\ufffd\ufffd\ufffd");
    CHECK(escaped_markup("\xc3\xef\xbf\xbe") == "\ufffd\ufffd");
}

TEST_CASE("JSON within a script is the same JSON, without what HTML looks for") {
    const nlohmann::json json{{"</script>", "<!-- <script> <SCRIPT"}};
    const std::string text = json_in_script(json.dump());
    CHECK(text.find('<') == std::string::npos);
    CHECK(nlohmann::json::parse(text) == json);
}

}  // namespace vitrine::tests
