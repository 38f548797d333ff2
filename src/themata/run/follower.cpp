#include "themata/run/follower.hpp"

#include <fmt/core.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "themata/io/atomic_file.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/io/stored_zip.hpp"
#include "themata/models/registry.hpp"
#include "themata/run/chain_job.hpp"
#include "themata/run/inputs.hpp"
#include "themata/run/orders.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

namespace {

using nlohmann::json;

class Follower {
 public:
  explicit Follower(const Communicator& ranks) : ranks_(ranks) {}

  void run() {
    const std::map<std::string, std::function<void(const json&)>> orders{
        {"open", [&](const json& what) { answer([&] { return open(what); }); }},
        {"start", [&](const json& what) { start(chain_of(what)); }},
        {"read", [&](const json& what) { answer([&] { return read(what); }); }},
        {"restore", [&](const json& what) { restore(chain_of(what)); }},
        {"drop", [&](const json& what) { chains_.erase(chain_of(what)); }},
        {"tokens",
         [&](const json& what) {
           answer([&] { return RankOutcome{.tokens = tokens_of(chain_of(what)).count}; });
         }},
        {"sweep", [&](const json& what) { sweep(what); }},
        {"log joint", [&](const json& what) { of(what).log_joint(fit().pool); }},
        {"log word part", [&](const json& what) { of(what).log_word_part(fit().pool); }},
        {"trace", [&](const json& what) { of(what).trace(fit().pool); }},
        {"words", [&](const json& what) { of(what).words()->turn_to(what.at("slot").get<std::uint16_t>()); }},
        {"document",
         [&](const json& what) { of(what).documents()->turn_to(what.at("document").get<std::size_t>()); }},
        {"write", [&](const json& what) { answer([&] { return write(what); }); }},
        {"hash", [&](const json& what) { hash(of(what)); }}};
    for (;;) {
      const json what = parse_json<json>(text_of(ranks_.receive(0, order_tag)));
      const auto order = orders.find(what.at("do").get<std::string>());
      if (order == orders.end()) return;  // to go home
      order->second(what);
    }
  }

  /// How to go on without this rank.
  std::optional<Suggestion> suggestion() const {
    if (!fit_) return std::nullopt;
    return Suggestion{Remedy::resume_fit, fit_->folder.path.string()};
  }

 private:
  /// The fit whose chains these are.
  struct OpenFit {
    OpenFit(FitFolder of_fit, const FitOptions& of_chains)
        : folder(std::move(of_fit)),
          corpus(open_corpus_of(folder)),
          options(of_chains),
          given(given_at_start(folder.path, options, corpus.corpus)),
          pool(threads_for(options.threads)) {}

    FitFolder folder;
    CorpusFolder corpus;
    FitOptions options;
    GivenPriors given;
    Pool pool;
  };
  struct FollowingChain {
    FitOptions options;  ///< of its start
    std::unique_ptr<AnyChain> chain;
  };

  static std::uint32_t chain_of(const json& what) { return what.at("chain").get<std::uint32_t>(); }
  OpenFit& fit() { return *fit_; }
  AnyChain& of(const json& what) { return *chains_.at(chain_of(what)).chain; }

  /// Tells the others how it went, in what each rank does by itself.
  template <class Work>
  void answer(const Work& work) {
    RankOutcome outcome;
    try {
      outcome = work();
    } catch (const std::exception& error) {
      outcome.fault = error.what();
    }
    ranks_.gather_messages(outcome.message());
  }

  RankOutcome open(const json& what) {
    chains_.clear();
    fit_.reset();
    fit_ = std::make_unique<OpenFit>(open_fit(what.at("fit").get<std::string>()),
                                     options_from_json(what.at("options"), "options"));
    return {};
  }

  ChainInputs inputs(const FitOptions& options) const {
    return {fit_->corpus.corpus, options, fit_->given, &ranks_};
  }
  const ModelPlugin& model() const { return model_of(fit_->options); }
  FollowingChain& make(std::uint32_t chain) {
    return chains_
        .insert_or_assign(chain, FollowingChain{options_at_start(model(), fit_->options, chain), nullptr})
        .first->second;
  }

  void start(std::uint32_t chain) {
    FollowingChain& made = make(chain);
    made.chain = model().start(inputs(made.options), chain_key(made.options.seed, chain), fit_->pool);
  }
  /// The tokens of a chain that this rank has.
  TokenRange tokens_of(std::uint32_t chain) const {
    return model().tokens_here(inputs(options_at_start(model(), fit_->options, chain)));
  }
  RankOutcome read(const json& what) {
    saved_ = read_draw(what.at("file").get<std::string>(), model(), tokens_of(chain_of(what)));
    return topics_of(*saved_);
  }
  void restore(std::uint32_t chain) {
    FollowingChain& made = make(chain);
    made.chain = model().restore(inputs(made.options), *saved_, fit_->pool);
    saved_.reset();
  }
  static RankOutcome topics_of(const Draw& draw) {
    return {"", draw.z.size(), crc_of(bytes_of_topics(draw))};
  }

  void sweep(const json& what) try {
    const Key key = chain_key(fit_->options.seed, chain_of(what));
    of(what).sweep({fit_->corpus.corpus, key, what.at("sweep").get<std::uint64_t>(), fit_->pool});
  } catch (const TopicLimitError&) {
    // Rank 0 has met it too, and says what becomes of the chain.
  }

  RankOutcome write(const json& what) {
    const Draw draw = of(what).draw();
    write_into(what.at("file").get<std::string>(), what.at("at").at(ranks_.rank() - 1).get<std::uint64_t>(),
               bytes_of_topics(draw));
    return topics_of(draw);
  }

  void hash(const AnyChain& chain) {
    Checksum sum;
    sum.go_on_from(text_of(ranks_.receive(ranks_.rank() - 1, checksum_tag)));
    const Draw draw = chain.draw();
    sum.add(std::span<const std::uint16_t>(draw.z));
    ranks_.send((ranks_.rank() + 1) % ranks_.size(), checksum_tag, to_message(sum.state()));
  }

  const Communicator& ranks_;
  std::unique_ptr<OpenFit> fit_;
  std::optional<Draw> saved_;
  std::map<std::uint32_t, FollowingChain> chains_;
};

}  // namespace

void follow(const Communicator& ranks) {
  Follower follower(ranks);
  try {
    follower.run();
  } catch (const RanksLost&) {
    throw;
  } catch (const std::exception& error) {
    throw ResourceError(fmt::format("rank {}: {}", ranks.rank(), error.what()), follower.suggestion());
  }
}

}  // namespace themata
