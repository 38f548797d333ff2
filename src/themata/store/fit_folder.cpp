#include "themata/store/fit_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/models/registry.hpp"
#include "themata/models/same_topics.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_checksums.hpp"
#include "themata/store/given_folder.hpp"
#include "themata/store/manifest.hpp"

namespace themata {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uint64_t newest_fit = 1;

void check_format(const json& manifest, const Place& path) {
  if (kind_of_folder(manifest, path) == FolderKind::corpus)
    throw InputError(path.string(), 0, InputFault{"is a corpus folder", "a fit folder"},
                     Suggestion{Remedy::make_fit, ""});
  const json version = manifest.value("version", json());
  if (!version.is_number_unsigned() || version == 0)
    throw InputError((path / "manifest.json").string(), 0, "lacks its \"version\"");
  if (version > newest_fit)
    throw InputError(
        path.string(), 0,
        fmt::format("was written by a later version of themata (folder version {}; this program reads "
                    "versions up to {}); use that version or a newer one",
                    dump_json(version), newest_fit));
}

struct Expected {
  const char* pointer;
  bool (*holds)(const json&);
  const char* kind;
};

bool is_text(const json& value) { return value.is_string(); }
bool is_count(const json& value) { return value.is_number_unsigned(); }

bool is_chain_list(const json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const json& chain) {
           const json number = chain.is_object() ? chain.value("chain", json()) : json();
           return number.is_number_unsigned() && number > 0 &&
                  number <= std::numeric_limits<std::uint32_t>::max() &&
                  chain.value("sweep", json()).is_number_unsigned();
         });
}

void check_fields(const json& manifest, const Place& path) {
  constexpr Expected fields[] = {
      {"/status", is_text, "text"},
      {"/options/model", is_text, "text"},
      {"/corpus/path", is_text, "text"},
      {"/corpus/hash", is_text, "text"},
      {"/corpus/documents", is_count, "a count"},
      {"/corpus/types", is_count, "a count"},
      {"/corpus/tokens", is_count, "a count"},
      {"/chains", is_chain_list, "a list of chains with their numbers and sweeps"}};
  for (const Expected& field : fields) {
    const json::json_pointer pointer(field.pointer);
    if (!manifest.contains(pointer) || !field.holds(manifest[pointer]))
      throw InputError((path / "manifest.json").string(), 0,
                       InputFault{fmt::format("lacks {}", field.pointer + 1), field.kind});
  }
}

/// Of members that a fit need not have.
void check_optional_fields(const json& manifest, const Place& path) {
  const auto require = [&](bool right, const char* member, const char* expected) {
    if (!right)
      throw InputError((path / "manifest.json").string(), 0,
                       InputFault{fmt::format("has a wrong {}", member), expected});
  };
  require(manifest.value("verdict", json::object()).is_object(), "verdict", "an object");
  require(manifest.value("exact", json(true)).is_boolean(), "exact", "true or false");
  for (const char* member : {"engine", "ended_by", "verdict/text", "verdict/settled"}) {
    const json::json_pointer pointer(std::string("/") + member);
    require(!manifest.contains(pointer) || manifest[pointer].is_string(), member, "text");
  }
}

/// The number in "PREFIXnumberSUFFIX"; nothing if the name has another form.
std::optional<std::uint64_t> number_in(const std::string& name, const std::string& prefix,
                                       const std::string& suffix) {
  if (name.size() <= prefix.size() + suffix.size() || name.rfind(prefix, 0) != 0) return std::nullopt;
  if (name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0) return std::nullopt;
  std::uint64_t number = 0;
  const char* last = name.data() + name.size() - suffix.size();
  const auto [end, error] = std::from_chars(name.data() + prefix.size(), last, number);
  return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

std::vector<std::uint64_t> numbers_of_files(const Place& folder, const std::string& prefix) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& name : files_in(folder))
    if (const auto number = number_in(name, prefix, ".npz")) numbers.push_back(*number);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Those draws that the burn-in and the thinning of a manifest's options name.
std::vector<std::uint64_t> in_window(std::vector<std::uint64_t> draws, const json& options) {
  const json burn_in = options.value("burn-in", json()), thin = options.value("thin", json());
  if (!burn_in.is_number_unsigned() || !thin.is_number_unsigned() || thin == 0) return draws;
  const auto from = burn_in.get<std::uint64_t>(), step = thin.get<std::uint64_t>();
  std::erase_if(draws, [&](std::uint64_t sweep) { return sweep <= from || (sweep - from) % step != 0; });
  return draws;
}

void check_fits(const ShownFit& shown) {
  if (const auto fault = find_mismatch(shown.draw, shown.corpus.corpus))
    throw InputError(shown.fit.path.string(), 0, "is damaged: " + *fault);
}

}  // namespace

Place trace_path(const Place& fit, std::uint32_t chain) { return fit / fmt::format("trace-{}.csv", chain); }

Place checkpoint_path(const Place& fit, std::uint32_t chain) {
  return fit / "checkpoint" / fmt::format("chain-{}.npz", chain);
}

Place draw_path(const Place& fit, std::uint32_t chain, std::uint64_t sweep) {
  return fit / "draws" / fmt::format("chain-{}-sweep-{:08}.npz", chain, sweep);
}

std::vector<std::uint64_t> saved_draws(const Place& fit, std::uint32_t chain) {
  return numbers_of_files(fit / "draws", fmt::format("chain-{}-sweep-", chain));
}

namespace {

/// The kept draws of a chain, whatever a reader leaves out.
std::vector<std::uint64_t> own_draws(const FitFolder& fit, std::uint32_t chain) {
  std::vector<std::uint64_t> kept = saved_draws(fit.path, chain);
  if (fit.status() != "complete") return in_window(std::move(kept), fit.manifest.at("options"));
  for (const json& entry : fit.manifest.at("chains"))
    if (entry.at("chain") == chain && entry.contains("draws") && entry["draws"] != kept.size()) {
      require_unchanged(fit.manifest, fit.path);
      throw InputError((fit.path / "draws").string(), 0,
                       fmt::format("has {} draws of chain {}; the fit's manifest says {}", kept.size(), chain,
                                   dump_json(entry["draws"])));
    }
  return kept;
}

}  // namespace

const ModelPlugin& FitFolder::plugin() const {
  try {
    return find_model(model());
  } catch (const UsageError& error) {
    throw InputError((path / "manifest.json").string(), 0, error.what());
  }
}

std::vector<std::uint32_t> FitFolder::chains() const {
  std::vector<std::uint32_t> result;
  for (const json& chain : manifest.at("chains")) result.push_back(chain.at("chain").get<std::uint32_t>());
  for (const std::uint64_t number : numbers_of_files(path / "checkpoint", "chain-"))
    result.push_back(static_cast<std::uint32_t>(number));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::uint32_t FitFolder::shown_chain() const {
  const std::vector<std::uint32_t> all = chains();
  const json best = manifest.value("verdict", json::object()).value("best_chain", json());
  if (best.is_number_unsigned() && std::ranges::count(all, best.get<std::uint32_t>()) > 0)
    return best.get<std::uint32_t>();
  return all.empty() ? 1 : all.front();
}

std::uint64_t FitFolder::burn_in() const {
  if (later_burn_in) return *later_burn_in;
  const json own = manifest.at("options").value("burn-in", json());
  return own.is_number_unsigned() ? own.get<std::uint64_t>() : 0;
}

std::vector<std::uint64_t> FitFolder::kept_sweeps(std::uint32_t chain) const {
  std::vector<std::uint64_t> kept = own_draws(*this, chain);
  std::erase_if(kept, [this](std::uint64_t sweep) { return sweep <= later_burn_in.value_or(0); });
  return kept;
}

std::optional<Trace> FitFolder::trace(std::uint32_t chain) const {
  const Place file = trace_path(path, chain);
  require_whole(manifest, path, fmt::format("trace-{}.csv", chain));
  std::optional<Trace> trace = read_trace_so_far(file);
  if (!trace || status() != "complete") return trace;
  const json every = manifest.at("options").value("trace-every", json());
  for (const json& entry : manifest.at("chains")) {
    const json swept = entry.value("sweep", json());
    if (entry.at("chain") != chain || !swept.is_number_unsigned() || !every.is_number_unsigned() ||
        every == 0)
      continue;
    const std::uint64_t last = swept.get<std::uint64_t>() / every.get<std::uint64_t>();
    if (trace->n_rows() < last)
      throw InputError(file.string(), 0,
                       fmt::format("has {} rows; the fit's manifest says {}", trace->n_rows(), last));
  }
  return trace;
}

Draw FitFolder::draw(std::uint32_t chain, std::uint64_t sweep) const {
  return read_draw(draw_path(path, chain, sweep), plugin());
}

Draw FitFolder::checkpoint(std::uint32_t chain) const {
  return read_draw(checkpoint_path(path, chain), plugin());
}

std::string FitFolder::why_no_draws() const {
  return themata::why_no_draws(options_from_json(manifest.at("options"), (path / "manifest.json").string()));
}

Draw FitFolder::summarized_draw(std::uint32_t chain) const {
  const std::vector<std::uint32_t> all = chains();
  if (!all.empty() && std::find(all.begin(), all.end(), chain) == all.end())
    throw UsageError(fmt::format("{}: has no chain {}; it has {}", path.string(), chain, listed(all, ", ")));
  const std::vector<std::uint64_t> kept = kept_sweeps(chain);
  if (!kept.empty()) return by_size(draw(chain, kept.back()));
  if (exists(checkpoint_path(path, chain))) return by_size(checkpoint(chain));
  throw InputError(
      path.string(), 0,
      fmt::format("has not saved chain {} yet (status: {}); wait for its first checkpoint, or resume the fit",
                  chain, status()),
      Suggestion{Remedy::resume_fit, path.string()});
}

std::vector<std::uint64_t> evenly_spread(const std::vector<std::uint64_t>& sweeps, std::uint64_t most) {
  if (most == 0 || most >= sweeps.size()) return sweeps;
  std::vector<std::uint64_t> some;
  for (std::uint64_t i = 1; i <= most; ++i) some.push_back(sweeps[sweeps.size() * i / most - 1]);
  return some;
}

FitFolder open_fit(const Place& path) {
  FitFolder fit{path, read_manifest(path)};
  check_format(fit.manifest, path);
  check_fields(fit.manifest, path);
  check_optional_fields(fit.manifest, path);
  return fit;
}

std::string written_path(const Place& corpus) {
  if (corpus.in_memory()) return "corpus";
  std::string path = fs::absolute(corpus.path()).lexically_normal().string();
  if (first_invalid_utf8(path)) throw InputError(path, 0, InputFault{"", "a corpus whose path is in UTF-8"});
  return path;
}

std::optional<fs::path> whole_corpus(const FitFolder& fit) {
  const json part_of = fit.manifest.at("corpus").value("part_of", json());
  return part_of.is_string() ? std::optional<fs::path>(part_of.get<std::string>()) : std::nullopt;
}

CorpusFolder open_corpus_of(const FitFolder& fit) {
  const Place written(fs::path(fit.manifest.at("corpus").at("path").get<std::string>()));
  const std::string expected = fit.manifest.at("corpus").at("hash").get<std::string>();
  const Place beside = fit.path / written.name();  // an absolute path stays as it is
  const Place found = exists(beside) ? beside : written;
  if (!exists(found))
    throw InputError(
        fit.path.string(), 0,
        fmt::format("its corpus '{}' does not exist; restore the folder, or give its new place: `corpus`",
                    written.string()));
  CorpusFolder corpus = open_corpus(found);
  if (corpus.hash() != expected)
    throw InputError(fit.path.string(), 0,
                     fmt::format("its corpus '{}' has changed since the fit (hash {}; hash of the fit's "
                                 "corpus {}); import the same "
                                 "text with the same options again, or fit again",
                                 found.string(), corpus.hash(), expected));
  const json& written_of = fit.manifest.at("corpus");
  if (written_of.at("documents") != corpus.corpus.n_documents() ||
      written_of.at("types") != corpus.corpus.n_types() ||
      written_of.at("tokens") != corpus.corpus.n_tokens())
    throw InputError(
        (fit.path / "manifest.json").string(), 0,
        fmt::format("has wrong numbers of its corpus: {} has {} documents, {} word types and {} tokens",
                    found.string(), corpus.corpus.n_documents(), corpus.corpus.n_types(),
                    corpus.corpus.n_tokens()));
  return corpus;
}

GivenPriors given_of(const FitFolder& fit, const Draw& shown) {
  const json& corpus = fit.manifest.at("corpus");
  require_all_whole(fit.manifest, fit.path, "given/");
  const bool fixed_topics = !shown.finds_topics();  // topics that come and go have no names
  const std::size_t topics = fixed_topics ? shown.n_topics() : 0;
  GivenPriors given = read_given(
      fit.path, {topics, corpus.at("types").get<std::size_t>(), corpus.at("documents").get<std::size_t>()});
  if (!fixed_topics) return given;
  GivenPriors numbered = renumbered(given, shown.order, topics);
  if (fit.plugin().info().labels != LabelUse::tree) return numbered;
  if (const auto fault = shown.model->find_mismatch(numbered))
    throw InputError((fit.path / "given").string(), 0, "is damaged: " + *fault);
  return numbered;
}

ShownFit open_shown_fit(const Place& path, std::optional<std::uint32_t> chain) {
  return open_shown_fit(open_fit(path), chain);
}

ShownFit open_shown_fit(FitFolder fit, std::optional<std::uint32_t> chain) {
  Draw draw = fit.summarized_draw(chain.value_or(fit.shown_chain()));
  CorpusFolder corpus = open_corpus_of(fit);
  GivenPriors given = given_of(fit, draw);
  ShownFit shown{std::move(fit), std::move(corpus), std::move(draw), std::move(given)};
  check_fits(shown);
  return shown;
}

Draw drawn_beside(const ShownFit& shown, std::uint64_t sweep) {
  return drawn_beside({shown.fit, shown.corpus.corpus, shown.draw, shown.given}, sweep);
}

Draw drawn_beside(const ShownParts& shown, std::uint64_t sweep) {
  Draw draw = shown.fit.draw(shown.draw.chain, sweep);
  const auto refuse = [&](const std::string& fault) {
    throw InputError(draw_path(shown.fit.path, shown.draw.chain, sweep).string(), 0, "is damaged: " + fault);
  };
  if (const auto fault = find_mismatch(draw, shown.corpus)) refuse(*fault);
  if (draw.finds_topics()) return by_size(std::move(draw));
  if (draw.n_topics() != shown.draw.n_topics())
    refuse(fmt::format("it has {} topics; the other draws of its chain have {}", draw.n_topics(),
                       shown.draw.n_topics()));
  return numbered_as(std::move(draw), shown.draw, shown.given);
}

ShownFit open_drawn_fit(FitFolder fit, std::optional<std::uint32_t> chain, std::uint64_t sweep) {
  ShownFit shown = open_shown_fit(std::move(fit), chain);
  shown.draw = drawn_beside(shown, sweep);
  return shown;
}

}  // namespace themata
