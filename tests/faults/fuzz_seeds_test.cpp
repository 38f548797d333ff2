#include <array>

#include "fuzz/arrays_target.hpp"
#include "fuzz/corpus_target.hpp"
#include "fuzz/fit_target.hpp"
#include "fuzz/formula_target.hpp"
#include "fuzz/import_target.hpp"
#include "fuzz/lists_target.hpp"
#include "fuzz/options_target.hpp"
#include "support.hpp"

// The fuzzers' targets, on their seeds and on systematic changes of them, without libFuzzer. A crash ends the
// program; so does an exception that is not one of our errors.
namespace themata {
namespace {

/// A folder of seeds, and what is run on them.
struct Target {
  const char* name;
  bool (*run)(const std::uint8_t* data, std::size_t size, const std::filesystem::path& file);
  std::size_t least_seeds;
  friend std::ostream& operator<<(std::ostream& out, const Target& target) { return out << target.name; }
};

template <bool (*run)(const std::uint8_t*, std::size_t)>
bool without_file(const std::uint8_t* data, std::size_t size, const std::filesystem::path& /*file*/) {
  return run(data, size);
}

bool run_on(const Target& target, const std::string& bytes, const std::filesystem::path& file) {
  return target.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), file);
}

std::vector<std::filesystem::path> seeds_of(const Target& target) {
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::folder_of_tests() / "fuzz/seeds" / target.name))
    seeds.push_back(entry.path());
  std::ranges::sort(seeds);
  return seeds;
}

const Target import_target{"import", fuzz::import_anything, 20};

class FuzzSeeds : public testing::TestWithParam<Target> {};

/// Those named good-* are read, those named bad-* refused. Others may be either.
TEST_P(FuzzSeeds, AreReadOrRefusedAsTheirNamesSay) {
  const test::TemporaryFolder folder;
  const auto seeds = seeds_of(GetParam());
  std::size_t read = 0;
  for (const auto& seed : seeds) {
    const bool good = run_on(GetParam(), test::read_bytes(seed), folder / "seed");
    const std::string name = seed.filename().string();
    EXPECT_TRUE(good || !name.starts_with("good-")) << name;
    EXPECT_TRUE(!good || !name.starts_with("bad-")) << name;
    read += good ? 1 : 0;
  }
  EXPECT_GE(seeds.size(), GetParam().least_seeds);
  EXPECT_TRUE(read > 0 && read < seeds.size()) << read << " of " << seeds.size() << " seeds can be read";
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzSeeds,
                         testing::Values(import_target, Target{"lists", fuzz::read_list_file, 20},
                                         Target{"arrays", without_file<fuzz::read_arrays>, 10},
                                         Target{"corpus", without_file<fuzz::open_changed_corpus>, 10},
                                         Target{"fit", without_file<fuzz::use_changed_fit>, 10},
                                         Target{"options", without_file<fuzz::read_options>, 10},
                                         Target{"formula", without_file<fuzz::read_formula>, 10}),
                         [](const auto& target) { return target.param.name; });

/// Every prefix of every seed of an import, and every seed with one byte changed, is read or refused: never a
/// crash.
TEST(ImportSeeds, CutOrChangedAnywhereTheyAreReadOrRefused) {
  const test::TemporaryFolder folder;
  for (const auto& seed : seeds_of(import_target)) {
    const std::string bytes = test::read_bytes(seed);
    for (std::size_t size = 1; size < bytes.size(); ++size)
      run_on(import_target, bytes.substr(0, size), folder / "seed");
    for (std::size_t at = 1; at < bytes.size(); ++at) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1U << (at % 8)));
      run_on(import_target, changed, folder / "seed");
    }
  }
}

TEST(FuzzedFolders, AreReadAsLongAsNothingIsChanged) {
  const std::array<std::uint8_t, 1> nothing{};
  EXPECT_TRUE(fuzz::open_changed_corpus(nothing.data(), nothing.size()));
  for (std::uint8_t fit = 0; fit < fuzz::base_fits().size(); ++fit)
    for (std::uint8_t use = 0; use < fuzz::n_fit_uses; ++use) {
      const std::array<std::uint8_t, 2> unchanged{use, fit};
      EXPECT_TRUE(fuzz::use_changed_fit(unchanged.data(), unchanged.size()))
          << "fit " << int{fit} << ", use " << int{use};
    }
}

/// Calls visit(file, changed content) for each file of a folder in memory: without it, cut, and with a byte
/// changed, at places that are `step` apart.
template <class Visit>
void change_each_file(const fuzz::BaseFolder& base, std::size_t step, const Visit& visit) {
  for (const std::string& name : base.names) {
    const std::string content = read_text(base.place / name);
    for (std::size_t at = name.size() % step; at < content.size(); at += step) {
      std::string changed = content;
      changed[at] = static_cast<char>(changed[at] ^ (1U << (at / step % 8)));
      visit(name, changed);
      visit(name, content.substr(0, at));
    }
  }
}

Place with_file(const fuzz::BaseFolder& base, const std::string& name, const std::string& content) {
  const Place copy(std::make_shared<MemoryFiles>());
  copy_files(base.place, copy);
  copy.memory().put(name, content);
  fuzz::correct_checksum(copy, name);
  return copy;
}

TEST(FuzzedFolders, ACorpusWithAChangedFileIsReadOrRefused) {
  std::size_t refused = 0;
  change_each_file(fuzz::base_corpus(), 3, [&](const std::string& name, const std::string& content) {
    const Place folder = with_file(fuzz::base_corpus(), name, content);
    refused += fuzz::succeeds([&] { fuzz::read_documents_of(open_corpus(folder)); }) ? 0 : 1;
  });
  EXPECT_GT(refused, 100U);
}

TEST(FuzzedFolders, AFitWithAChangedFileIsReadOrRefused) {
  std::size_t refused = 0, use = 0;
  for (const fuzz::BaseFolder& base : fuzz::base_fits())
    change_each_file(base, 151, [&](const std::string& name, const std::string& content) {
      const Place folder = with_file(base, name, content);
      refused += fuzz::use_fit(folder, static_cast<fuzz::FitUse>(use++ % fuzz::n_fit_uses)) ? 0 : 1;
    });
  EXPECT_GT(refused, 100U);
}

/// The arrays of the corpus are as long as it says itself; what the fit says must not be used for that.
TEST(FuzzedFolders, AFitThatHasOtherNumbersOfItsCorpusIsRefused) {
  const fuzz::BaseFolder& base = fuzz::base_fits().front();
  for (const char* number : {"documents", "types", "tokens"}) {
    nlohmann::json manifest = nlohmann::json::parse(read_text(base.place / "manifest.json"));
    manifest["corpus"][number] = std::uint64_t{1} << 60;
    const Place folder = with_file(base, "manifest.json", manifest.dump());
    EXPECT_NE(test::message_of<InputError>([&] {
                open_shown_fit(folder, std::nullopt);
              }).find("has wrong numbers of its corpus: "),
              std::string::npos);
  }
}

/// The manifest of a fit holds the path as JSON.
TEST(PathsOfCorpora, ThatAreNotUtf8AreRefusedByAFit) {
  const test::TemporaryFolder folder;
  const Place corpus(folder / "caf\xe9");
  copy_files(fuzz::base_corpus().place, corpus);
  const Place fit(std::make_shared<MemoryFiles>());
  EXPECT_NE(test::message_of<InputError>([&] {
              start_fit(open_corpus(corpus), options_from("lda", {{"topics", "2"}}), fit, {});
            }).find(": expected a corpus whose path is in UTF-8"),
            std::string::npos);
}

}  // namespace
}  // namespace themata
