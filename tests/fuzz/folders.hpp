#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fuzz/edit.hpp"
#include "themata/corpus/import_memory.hpp"
#include "themata/fit/fit.hpp"
#include "themata/io/checksum.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/corpus_writer.hpp"

/// Valid folders in memory, the same in every process, whose files are changed one at a time.
namespace themata::fuzz {

/// A corpus of few documents with all that one may have: labels, a tree of them, metadata, texts.
inline Place small_corpus() {
  static const std::array<std::string, 5> texts{"anchor sails tide", "sails rope sails mast",
                                                "rose tulip soil", "soil rain rose rain", "tide rain"};
  static const std::array<std::vector<std::string>, 5> labels{
      {{"boat"}, {"sea", "boat"}, {"land"}, {"land"}, {"sea"}}};
  static const std::array<std::string, 5> metadata{R"({"y":1,"p":"D"})", R"({"y":2,"p":"R"})",
                                                   R"({"y":3,"p":"D"})", R"({"y":5,"p":"R"})",
                                                   R"({"y":4,"p":"D"})"};
  ImportOptions options;
  options.given_tree = {{"sea", ""}, {"boat", "sea"}, {"land", ""}};
  options.keep_text = KeepText::yes;
  options.threads = 1;
  const Place place(std::make_shared<MemoryFiles>());
  const auto document = [](std::size_t d) {
    return MemoryText{{.id = {}, .labels = labels[d], .metadata = metadata[d]}, texts[d]};
  };
  write_corpus(place, import_texts(texts.size(), document, options));
  return place;
}

/// A manifest without the checksum of itself, which a changed one would not pass, and without the times of a
/// fit, which no two runs have alike.
inline void make_editable(const Place& folder) {
  nlohmann::json manifest = nlohmann::json::parse(read_text(folder / "manifest.json"));
  manifest.erase("checksum");
  if (manifest.contains("chains"))
    for (nlohmann::json& chain : manifest["chains"]) chain["seconds"] = 0.5;
  folder.memory().put("manifest.json", manifest.dump(1));
}

/// The same of the times in a trace.
inline void forget_times(const Place& fit, const std::string& name) {
  if (!name.starts_with("trace-")) return;
  std::string timeless;
  std::size_t column = std::string::npos;
  for (const std::string& line : read_lines(fit / name)) {
    if (line.starts_with('#')) {
      timeless += line + '\n';
      continue;
    }
    std::size_t field = 0;
    for (std::size_t at = 0; at <= line.size(); ++field) {
      const std::string value = line.substr(at, line.find(',', at) - at);
      if (value == "seconds") column = field;
      timeless += (field == 0 ? "" : ",") + (field == column && value != "seconds" ? "0.5" : value);
      at += value.size() + 1;
    }
    timeless += '\n';
  }
  fit.memory().put(name, timeless);
}

/// The manifest has checksums of some files: those of a changed file are changed too, or no reader would look
/// beyond them.
inline void correct_checksum(const Place& folder, const std::string& name) {
  if (name == "manifest.json" || !exists(folder / name)) return;
  nlohmann::json manifest = nlohmann::json::parse(read_text(folder / "manifest.json"));
  if (!manifest.contains("checksums") || !manifest["checksums"].contains(name)) return;
  manifest["checksums"][name] = checksum_of_file(folder / name);
  folder.memory().put("manifest.json", manifest.dump());
}

/// A valid folder, and which of its files are changed.
struct BaseFolder {
  Place place;
  std::vector<std::string> names;
};

inline const BaseFolder& base_corpus() {
  static const BaseFolder base = [] {
    const Place place = small_corpus();
    make_editable(place);
    return BaseFolder{place, place.memory().names()};
  }();
  return base;
}

inline BaseFolder make_base_fit(const std::string& model, const GivenOptions& own) {
  GivenOptions given{{"sweeps", "16"}, {"burn-in", "2"},          {"thin", "7"},
                     {"chains", "1"},  {"trace-every", "1"},      {"monitor-words", "2"},
                     {"threads", "1"}, {"monitor-documents", "2"}};
  given.insert(given.end(), own.begin(), own.end());
  const Place place(std::make_shared<MemoryFiles>());
  start_fit(open_corpus(base_corpus().place), options_from(model, given), place, {});
  BaseFolder base{place, {}};
  make_editable(place);
  for (const std::string& name : place.memory().names()) {
    forget_times(place, name);
    correct_checksum(place, name);
    if (!name.starts_with("corpus/")) base.names.push_back(name);
  }
  return base;
}

/// A fit of each kind of draw.
inline const std::vector<BaseFolder>& base_fits() {
  static const std::vector<BaseFolder> bases{make_base_fit("lda", {{"topics", "3"}}),
                                             make_base_fit("hdp", {}),
                                             make_base_fit("franchise", {}),
                                             make_base_fit("labeled-lda", {}),
                                             make_base_fit("lida", {}),
                                             make_base_fit("sstm", {{"topics", "3"}}),
                                             make_base_fit("hpc", {}),
                                             make_base_fit("dmm", {{"topics", "3"}}),
                                             make_base_fit("dmr", {{"topics", "3"}, {"covariates", "y,p"}})};
  return bases;
}

/// A copy of a valid folder in which one file is changed: the first byte says which, and edited() how.
inline Place changed_folder(const BaseFolder& base, Bytes& bytes) {
  const Place copy(std::make_shared<MemoryFiles>());
  copy_files(base.place, copy);
  const std::string& name = base.names[bytes.byte() % base.names.size()];
  if (bytes.empty()) return copy;  // unchanged
  if (auto content = edited(name, read_text(copy / name), bytes))
    copy.memory().put(name, std::move(*content));
  else
    copy.memory().remove(name);
  correct_checksum(copy, name);
  return copy;
}

}  // namespace themata::fuzz
