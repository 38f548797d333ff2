#include "themata/run/leader.hpp"

#include <fmt/core.h>

#include <utility>

#include "themata/io/interruptions.hpp"
#include "themata/io/json.hpp"
#include "themata/io/stored_zip.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

namespace {

using nlohmann::json;

/// An error that every rank has at the same point, because all know the same topics.
bool is_everyones(const std::exception& error) {
  return dynamic_cast<const TopicLimitError*>(&error) != nullptr;
}

}  // namespace

template <class Work>
auto Leader::together(const Work& work) try {
  return work();
} catch (const std::exception& error) {
  is_broken_ = is_broken_ || !is_everyones(error);
  throw;
}

namespace {

/// An order for one chain.
json order_for(const char* what, std::uint32_t chain, json more = json::object()) {
  more["do"] = what;
  more["chain"] = chain;
  return more;
}

class LedWords : public MonitoredWords {
 public:
  LedWords(Leader& leader, std::uint32_t chain, std::unique_ptr<MonitoredWords> own)
      : leader_(leader), chain_(chain), own_(std::move(own)) {}
  void turn_to(std::uint16_t slot) override {
    leader_.order(order_for("words", chain_, {{"slot", slot}}));
    leader_.together([&] { own_->turn_to(slot); });
  }
  std::int64_t size() const override { return own_->size(); }
  double of(std::size_t v) const override { return own_->of(v); }

 private:
  Leader& leader_;
  std::uint32_t chain_;
  std::unique_ptr<MonitoredWords> own_;
};

class LedDocuments : public MonitoredDocuments {
 public:
  LedDocuments(Leader& leader, std::uint32_t chain, std::unique_ptr<MonitoredDocuments> own)
      : leader_(leader), chain_(chain), own_(std::move(own)) {}
  void turn_to(std::size_t d) override {
    leader_.order(order_for("document", chain_, {{"document", d}}));
    leader_.together([&] { own_->turn_to(d); });
  }
  double of(std::uint16_t slot) const override { return own_->of(slot); }

 private:
  Leader& leader_;
  std::uint32_t chain_;
  std::unique_ptr<MonitoredDocuments> own_;
};

/// The topics of the others' tokens.
class OthersTopics : public TopicsElsewhere {
 public:
  /// @param holds  how many tokens ranks 1, 2, ... have
  OthersTopics(Leader& leader, std::uint32_t chain, std::vector<RankOutcome> holds)
      : leader_(leader), chain_(chain), holds_(std::move(holds)) {}

  std::uint64_t bytes() const override {
    std::uint64_t all = 0;
    for (const RankOutcome& held : holds_) all += held.bytes();
    return all;
  }
  std::uint32_t write(const std::filesystem::path& file, std::uint64_t at) const override {
    json places = json::array();
    for (const RankOutcome& held : holds_) {
      places.push_back(at);
      at += held.bytes();
    }
    leader_.order(order_for("write", chain_, {{"file", file.string()}, {"at", std::move(places)}}));
    std::uint32_t crc = crc_of({});
    for (const RankOutcome& written : leader_.outcomes())
      crc = crc_of_both(crc, written.crc, written.bytes());
    return crc;
  }
  void add_to(Checksum& sum) const override {
    leader_.order(order_for("hash", chain_));
    const Communicator& ranks = leader_.ranks();
    ranks.send(1, checksum_tag, to_message(sum.state()));
    sum.go_on_from(text_of(ranks.receive(ranks.size() - 1, checksum_tag)));
  }

 private:
  Leader& leader_;
  std::uint32_t chain_;
  std::vector<RankOutcome> holds_;
};

/// This rank's part of a chain, which takes the others' along.
class LedChain : public AnyChain {
 public:
  LedChain(Leader& leader, std::uint32_t chain, std::unique_ptr<AnyChain> own)
      : leader_(leader), chain_(chain), own_(std::move(own)) {
    leader_.order(order_for("tokens", chain_));
    elsewhere_ = std::make_shared<OthersTopics>(leader_, chain_, leader_.outcomes());
  }
  ~LedChain() override {
    if (!leader_.is_broken()) leader_.order(order_for("drop", chain_));
  }
  LedChain(const LedChain&) = delete;
  LedChain& operator=(const LedChain&) = delete;

  void sweep(const Context& context) override {
    leader_.order(order_for("sweep", chain_, {{"sweep", context.sweep}}));
    leader_.together([&] { own_->sweep(context); });
  }
  double log_joint(Pool& pool) const override {
    leader_.order(order_for("log joint", chain_));
    return leader_.together([&] { return own_->log_joint(pool); });
  }
  double log_word_part(Pool& pool) const override {
    leader_.order(order_for("log word part", chain_));
    return leader_.together([&] { return own_->log_word_part(pool); });
  }
  NamedValues trace(Pool& pool) const override {
    leader_.order(order_for("trace", chain_));
    return leader_.together([&] { return own_->trace(pool); });
  }
  Draw draw() const override {
    Draw draw = own_->draw();
    draw.elsewhere = elsewhere_;
    return draw;
  }
  std::unique_ptr<MonitoredWords> words() const override {
    return std::make_unique<LedWords>(leader_, chain_, own_->words());
  }
  std::unique_ptr<MonitoredDocuments> documents() const override {
    return std::make_unique<LedDocuments>(leader_, chain_, own_->documents());
  }

  // All ranks know these.
  std::size_t topics_in_use() const override { return own_->topics_in_use(); }
  std::size_t slots() const override { return own_->slots(); }
  std::size_t unbounded_topics() const override { return own_->unbounded_topics(); }
  std::vector<std::int64_t> topic_sizes() const override { return own_->topic_sizes(); }
  std::span<const std::uint64_t> topic_names() const override { return own_->topic_names(); }
  bool stands_for_many(std::size_t slot) const override { return own_->stands_for_many(slot); }

 private:
  Leader& leader_;
  std::uint32_t chain_;
  std::unique_ptr<AnyChain> own_;
  std::shared_ptr<const OthersTopics> elsewhere_;
};

}  // namespace

Leader::~Leader() {
  if (!is_broken_) order({{"do", "go home"}});
}

void Leader::open(const std::filesystem::path& fit, const FitOptions& options) const {
  order({{"do", "open"}, {"fit", std::filesystem::absolute(fit).string()}, {"options", to_json(options)}});
  outcomes();
}

std::unique_ptr<AnyChain> Leader::start(const ModelPlugin& model, const ChainInputs& inputs,
                                        std::uint32_t chain, Pool& pool) {
  order(order_for("start", chain));
  auto own = together([&] { return model.start(inputs, chain_key(inputs.options.seed, chain), pool); });
  return std::make_unique<LedChain>(*this, chain, std::move(own));
}

Draw Leader::read(const Place& checkpoint, const ModelPlugin& model, const ChainInputs& inputs) const {
  const auto refuse = [&](const std::string& what) {
    throw InputError(checkpoint.string(), 0, "is damaged: " + what);
  };
  const NpzReader npz(checkpoint);
  if (const std::size_t tokens = npz.size_of("z"); tokens != inputs.corpus.n_tokens())
    refuse(fmt::format("it has topics of {} tokens; its corpus has {} tokens", tokens,
                       inputs.corpus.n_tokens()));
  Draw draw = read_draw(checkpoint, model, model.tokens_here(inputs));
  order(order_for("read", draw.chain, {{"file", std::filesystem::absolute(checkpoint.path()).string()}}));
  std::uint32_t crc = crc_of(bytes_of_topics(draw));
  for (const RankOutcome& other : outcomes()) crc = crc_of_both(crc, other.crc, other.bytes());
  if (!npz.has_crc("z", crc)) refuse("the topics of tokens fail their checksum");
  return draw;
}

std::unique_ptr<AnyChain> Leader::restore(const ModelPlugin& model, const ChainInputs& inputs,
                                          const Draw& saved, Pool& pool) {
  order(order_for("restore", saved.chain));
  auto own = together([&] { return model.restore(inputs, saved, pool); });
  return std::make_unique<LedChain>(*this, saved.chain, std::move(own));
}

void Leader::order(const json& what) const {
  const std::string text = dump_json(what);
  for (std::size_t rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, order_tag, to_message(text));
}

std::vector<RankOutcome> Leader::outcomes() const {
  const std::vector<Message> messages = ranks_.gather_messages(RankOutcome().message());
  std::vector<RankOutcome> others;
  for (std::size_t rank = 1; rank < messages.size(); ++rank) {
    others.push_back(RankOutcome::of(messages[rank]));
    if (const std::string& fault = others.back().fault; !fault.empty())
      throw ResourceError(fmt::format("rank {}: {}", rank, fault));
  }
  return others;
}

}  // namespace themata
