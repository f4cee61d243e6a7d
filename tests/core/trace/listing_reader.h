#pragma once
/// Reads a tensor-tracking listing back from its text.

#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/layout.h"

namespace vitrine::tests {

/// A tensor as it was read back from the text.
struct Printed {
    std::string section, title, path;
    std::vector<std::string> lines;  // below its heading
};

/// Reads a listing as a person would: sections are underlined, a tensor's heading ends with its axes, its lines are indented.
struct ListingReader {
    std::vector<std::string> sections;
    std::vector<Printed> tensors;

    explicit ListingReader(const std::string& text) {
        static const std::regex heading(R"((?:(.*) — )?([\w.]+) (\[[a-z]+ \d+(?:, [a-z]+ \d+)*\]))");
        static const std::regex mask_heading(R"((source mask|target mask) \[.*)");
        std::istringstream stream(text);
        std::string line, before;
        std::smatch found;
        bool is_tensor_text = false;
        while (std::getline(stream, line)) {
            if (!line.empty() && line.find_first_not_of('=') == std::string::npos) {
                sections.push_back(before);
            } else if (std::regex_match(line, found, heading)) {
                tensors.push_back({sections.back(), found[1], found[2], {}});
            } else if (std::regex_match(line, found, mask_heading)) {
                tensors.push_back({sections.back(), found[1], "", {}});
            } else if (line.empty() || line[0] == ' ') {
                if (is_tensor_text) tensors.back().lines.push_back(line);
                continue;
            }
            // True after a tensor's heading, until the next line that is not indented.
            is_tensor_text = !tensors.empty() && tensors.back().lines.empty();
            before = line;
        }
    }

    std::vector<std::string> paths() const {
        std::vector<std::string> list;
        for (const Printed& tensor : tensors) {
            if (!tensor.path.empty()) list.push_back(tensor.path);
        }
        return list;
    }
};

/// The last `columns` words of the last `rows` lines of every block, as numbers.
inline std::vector<double> numbers(const std::vector<std::string>& lines, Size rows, Size columns) {
    std::vector<double> result;
    std::vector<std::string> block;
    const auto finish_block = [&] {
        for (std::size_t i = block.size() - std::min(block.size(), static_cast<std::size_t>(rows)); i < block.size(); ++i) {
            std::istringstream stream(block[i]);
            const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
            REQUIRE(words.size() >= static_cast<std::size_t>(columns));
            for (std::size_t w = words.size() - static_cast<std::size_t>(columns); w < words.size(); ++w)
                result.push_back(std::stod(words[w]));
        }
        block.clear();
    };
    for (const std::string& line : lines) line.empty() ? finish_block() : block.push_back(line);
    finish_block();
    return result;
}

}  // namespace vitrine::tests
