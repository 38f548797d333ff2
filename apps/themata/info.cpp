#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "common_options.hpp"
#include "opened_fits.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/inefficiency.hpp"
#include "themata/diagnose/mode_region.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"
#include "themata/options/run_options.hpp"
#include "themata/run/covariates.hpp"
#include "themata/store/covariates_file.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/manifest.hpp"
#include "themata/store/whole_files.hpp"

namespace themata::cli {

namespace {

using nlohmann::json;

struct InfoOptions {
  std::string folder;
  std::string format = "table";
  bool check = false;
};

/// A JSON value as a person reads it: text without quotes, the rest as it is.
std::string plain(const json& value) {
  return one_line(value.is_string() ? value.get<std::string>() : dump_json(value));
}

/// Digits in groups of three where the value is a count.
std::string grouped(const json& value) {
  return value.is_number_unsigned() ? digit_groups(value.get<std::uint64_t>()) : plain(value);
}

/// "1 document".
std::string counted(const json& value, std::string_view one) {
  return value.is_number_unsigned() ? count_of(value.get<std::uint64_t>(), one) : plain(value);
}

template <class... Args>
void print_fact(std::string_view name, fmt::format_string<Args...> format, Args&&... args) {
  fmt::print("  {:<14} {}\n", name, fmt::format(format, std::forward<Args>(args)...));
}

/// The members of an object, nested ones under "outer.inner".
void print_members(const json& object, const std::string& prefix) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_object())
      print_members(value, prefix + name + ".");
    else if (value.is_array() && !value.empty() && value.front().is_object())
      fmt::print("    {:<28} {} (--format json lists them)\n", one_line(prefix + name), value.size());
    else
      fmt::print("    {:<28} {}\n", one_line(prefix + name), plain(value));
  }
}

json corpus_facts(const CorpusFolder& folder) {
  json facts = {{"kind", "corpus"},
                {"path", folder.path.string()},
                {"documents", folder.corpus.n_documents()},
                {"empty_documents", count_empty(folder.corpus)},
                {"longest_document", folder.corpus.longest()},
                {"types", folder.corpus.n_types()},
                {"tokens", folder.corpus.n_tokens()},
                {"hash", folder.hash()},
                {"engine", folder.manifest.value("engine", json())},
                {"import", folder.manifest.value("import", json::object())}};
  if (folder.manifest.contains("simulate")) facts["simulate"] = folder.manifest["simulate"];
  return facts;
}

void print_corpus(const json& facts) {
  fmt::print("{}: corpus\n", one_line(facts["path"].get<std::string>()));
  print_fact("documents", "{} ({} empty, longest {})", grouped(facts["documents"]),
             grouped(facts["empty_documents"]), counted(facts["longest_document"], "token"));
  print_fact("word types", "{}", grouped(facts["types"]));
  print_fact("tokens", "{}", grouped(facts["tokens"]));
  print_fact("hash", "{}", plain(facts["hash"]));
  print_fact("written by", "themata {}", plain(facts["engine"]));
  for (const char* origin : {"import", "simulate"}) {
    if (facts.value(origin, json::object()).empty()) continue;
    fmt::print("  {}\n", origin);
    print_members(facts[origin], "");
  }
}

json mode_region_facts(const FitFolder& fit) {
  json facts = json::object();
  for (const auto& [chain, time] : times_to_mode_region(fit))
    facts[std::to_string(chain)] =
        time
            ? json{{"sweep", time->sweep}, {"seconds", time->seconds}, {"log_posterior", time->log_posterior}}
            : json();
  return facts;
}

json inefficiency_facts(const FitFolder& fit) {
  json facts = json::object();
  for (const std::uint32_t chain : fit.chains())
    for (const InefficiencySummary& summary : inefficiency_summaries(fit, chain))
      facts[std::to_string(chain)][summary.kind] = to_json(summary);
  return facts;
}

json fit_facts(const FitFolder& fit) {
  json kept = json::object();
  for (const std::uint32_t chain : fit.chains()) kept[std::to_string(chain)] = fit.kept_sweeps(chain).size();
  return {{"kind", "fit"},
          {"path", fit.path.string()},
          {"status", status_now(fit)},
          {"engine", fit.manifest.value("engine", json())},
          {"corpus", fit.manifest.at("corpus")},
          {"options", fit.manifest.at("options")},
          {"exact", fit.manifest.value("exact", json(true))},
          {"chains", fit.manifest.at("chains")},
          {"kept_draws", std::move(kept)},
          {"mode_region", mode_region_facts(fit)},
          {"inefficiency", inefficiency_facts(fit)}};
}

std::string optional_number(const json& chain, const char* name, int digits) {
  const json value = chain.value(name, json());
  return value.is_number() ? fmt::format("{:.{}f}", value.get<double>(), digits) : "-";
}

void print_chains(const json& facts) {
  fmt::print("  {:>5} {:>9} {:>7} {:>7} {:>16} {:>11}  {}\n", "chain", "sweeps", "seconds", "topics",
             "log posterior", "kept draws", "state hash");
  for (const json& chain : facts["chains"]) {
    const std::string number = plain(chain["chain"]);
    fmt::print("  {:>5} {:>9} {:>7} {:>7} {:>16} {:>11}  {}\n", number, grouped(chain.value("sweep", json())),
               optional_number(chain, "seconds", 1), grouped(chain.value("topics", json())),
               optional_number(chain, "log_posterior", 1), plain(facts["kept_draws"].value(number, json())),
               plain(chain.value("state_hash", json())));
  }
}

void print_inefficiency(const FitFolder& fit) {
  for (const std::uint32_t chain : fit.chains())
    for (const InefficiencySummary& summary : inefficiency_summaries(fit, chain))
      print_fact("inefficiency", "chain {}, {}", chain, inefficiency_line(summary));
}

void print_covariates(const FitFolder& fit, std::size_t documents) {
  const Covariates covariates = read_covariates(fit.path / "given", documents);
  if (!covariates.fields.empty()) print_fact("covariates", "{}", describe(covariates.fields));
}

void print_fit(const FitFolder& fit) {
  const json facts = fit_facts(fit);
  const json& corpus = facts["corpus"];
  fmt::print("{}: fit\n", one_line(facts["path"].get<std::string>()));
  print_fact("model", "{}", plain(facts["options"]["model"]));
  print_fact("status", "{}", plain(facts["status"]));
  print_fact("sampler", "{}",
             facts["exact"] == false ? "APPROXIMATE (it draws from another distribution than the posterior)"
                                     : "exact (convergence: see `themata diagnose`)");
  print_fact("corpus", "{} ({}, {}, {})", plain(corpus["path"]), counted(corpus["documents"], "document"),
             counted(corpus["types"], "word type"), counted(corpus["tokens"], "token"));
  if (const auto whole = whole_corpus(fit))
    print_fact("", "documents with labels from {}", one_line(whole->string()));
  print_covariates(fit, corpus["documents"].get<std::size_t>());
  print_fact("written by", "themata {}", plain(facts["engine"]));
  print_chains(facts);
  print_inefficiency(fit);
  fmt::print("  options\n");
  json options = facts["options"];
  if (options.value("sweeps", std::uint64_t{0}) == sweeps_without_limit) options["sweeps"] = "no limit";
  print_members(options, "");
}

/// That a folder is whole; if it is not, what reads it throws.
void check_folder(const InfoOptions& options, bool is_corpus) {
  const WholeFiles whole =
      is_corpus ? check_all_files(open_corpus(options.folder)) : check_all_files(open_fit(options.folder));
  if (options.format == "json")
    fmt::print("{}\n", dump_json(json{{"files", whole.files}, {"bytes", whole.bytes}, {"damaged", 0}}, 1));
  else
    fmt::print("{}: {} read, {} bytes; none is damaged\n", one_line(options.folder),
               count_of(whole.files, "file"), digit_groups(whole.bytes));
}

void run_info(const InfoOptions& options) {
  const bool is_corpus = kind_of_folder(read_manifest(options.folder), options.folder) == FolderKind::corpus;
  if (options.check) return check_folder(options, is_corpus);
  if (!is_corpus && options.format == "table") return print_fit(open_fit(options.folder));
  const json facts =
      is_corpus ? corpus_facts(open_corpus(options.folder)) : fit_facts(open_fit(options.folder));
  if (options.format == "json")
    fmt::print("{}\n", dump_json(facts, 1));
  else
    print_corpus(facts);
}

}  // namespace

void add_info(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* subcommand = app.add_subcommand("info", "Describe a corpus folder or a fit folder");
  subcommand->add_option("folder", options->folder, "Corpus folder or fit folder")
      ->required()
      ->type_name("CORPUS|FIT");
  add_format(*subcommand, options->format, {"table", "json"});
  subcommand->add_flag("--check", options->check,
                       "Read every file of the folder, and say whether one is damaged");
  subcommand->callback([options] { run_info(*options); });
}

}  // namespace themata::cli
