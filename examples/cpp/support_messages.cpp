// What do customers write about? Fits topics to messages in memory, stops when the chain has become flat,
// prints topics and documents with their uncertainty, and finds the topics of new messages.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <themata/themata.hpp>
#include <vector>

namespace {

/// Messages to the support of a shop.
std::vector<themata::TextDocument> messages() {
  const char* texts[] = {
      "The parcel is late and the tracking page shows no courier for my delivery address",
      "My delivery was left at the wrong address, can the courier collect the parcel again?",
      "Tracking says the parcel was delivered yesterday but no courier came to my address",
      "Please change the delivery address, the parcel has not left the warehouse yet",
      "The courier rang once and left; when is the next delivery of this parcel?",
      "Two weeks and the parcel is still in the warehouse, tracking never changes",
      "Delivery to a parcel station fails: the courier says the address does not exist",
      "The warehouse sent half of the order in one parcel, where is the second delivery?",
      "You charged my card twice for one invoice, please refund the second payment",
      "The refund is on the invoice but the money never arrived on my card",
      "My payment was declined although the bank says the card is fine",
      "I need an invoice with the company's tax number for the payment of May",
      "The discount is missing on the invoice, please refund the difference to my card",
      "A subscription payment was taken from my card after I cancelled it, refund please",
      "Can I pay by bank transfer? The payment page only accepts a credit card",
      "The invoice shows another price than the bank charged, what about the refund?",
      "The app crashes when I open the login screen since the last update",
      "I cannot login: the password reset mail never arrives and the app shows an error",
      "After the update the app asks for a password at every login",
      "Error on the login screen of the app, my old phone worked before the update",
      "Password changed, but the app still shows the error and logs me out",
      "The app freezes on a white screen; I installed the update twice on my phone",
      "Login with fingerprint is gone after the update, only the password works",
      "The app drains the battery of my phone and crashes with an error every hour"};
  std::vector<themata::TextDocument> documents;
  for (const char* text : texts)
    documents.push_back({.text = text, .id = "message-" + std::to_string(documents.size() + 1)});
  return documents;
}

/// Stops a chain when its log posterior has become flat: when the means of the last two windows of reports
/// differ by less than their spread explains. Some draws are kept after burn-in before it looks.
class StopWhenFlat {
 public:
  explicit StopWhenFlat(std::uint64_t burn_in) : burn_in_(burn_in) {}

  bool operator()(const themata::Progress& now) {
    if (now.sweep > burn_in_) heights_.push_back(now.log_posterior);
    if (heights_.size() < 2 * window) return true;
    const auto last = heights_.end() - window, before = last - window;
    const double difference = std::abs(mean(last) - mean(before));
    return difference > 2 * std::sqrt((variance(last) + variance(before)) / window);
  }

 private:
  static constexpr int window = 25;
  using Place = std::vector<double>::const_iterator;

  static double mean(Place first) { return std::accumulate(first, first + window, 0.0) / window; }
  static double variance(Place first) {
    const double center = mean(first);
    return std::accumulate(first, first + window, 0.0,
                           [&](double sum, double x) { return sum + (x - center) * (x - center); }) /
           (window - 1);
  }

  std::uint64_t burn_in_;
  std::vector<double> heights_;
};

/// The most probable words of each topic, with standard deviations.
void print_topics(const themata::Fit& fit) {
  const themata::PosteriorTable phi = fit.topic_words();
  const themata::Collection collection = fit.collection();
  std::printf("means over %zu draws\n", phi.draws);
  for (std::size_t k = 0; k < phi.rows; ++k) {
    std::vector<std::size_t> words(phi.columns);
    std::iota(words.begin(), words.end(), std::size_t{0});
    std::partial_sort(words.begin(), words.begin() + 5, words.end(),
                      [&](std::size_t a, std::size_t b) { return phi.mean_at(k, a) > phi.mean_at(k, b); });
    std::printf("topic %zu:", k);
    for (std::size_t i = 0; i < 5; ++i)
      std::printf("  %s %.3f (sd %.3f)", collection.vocabulary()[words[i]].c_str(), phi.mean_at(k, words[i]),
                  phi.sd_at(k, words[i]));
    std::printf("\n");
  }
}

/// One document's topic proportions.
void print_row(const std::string& name, const themata::PosteriorTable& theta, std::size_t row) {
  std::printf("%s:", name.c_str());
  for (std::size_t k = 0; k < theta.columns; ++k)
    std::printf("  topic %zu %.2f (sd %.2f)", k, theta.mean_at(row, k), theta.sd_at(row, k));
  std::printf("\n");
}

}  // namespace

int main() try {
  const auto collection = themata::Collection::from_texts(
      messages(), {.extra_stop_words = {"please"}, .prune = {.min_documents = 2}});
  const std::uint64_t burn_in = 200;
  themata::Options options("lda");
  options.set("topics", 3).set("alpha", 0.1).set("beta", 0.1).set("seed", 1);
  // Up to 5000 sweeps; after burn-in, each tenth sweep is reported and its draw kept.
  options.set("sweeps", 5000).set("burn-in", burn_in).set("thin", 10).set("keep", 480).set("trace-every", 10);

  themata::Observer observer;
  observer.progress = StopWhenFlat(burn_in);
  observer.warning = [](const std::string& text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); };
  const themata::Fit fit = themata::fit(collection, options, observer);
  std::printf("stopped early: %s\n", fit.complete() ? "no" : "yes");

  print_topics(fit);
  const themata::PosteriorTable theta = fit.document_topics();
  const std::vector<std::string> ids = collection.ids();
  for (const std::size_t d : {0, 8, 16}) print_row(ids[d], theta, d);

  const std::vector<themata::TextDocument> unseen = {
      {.text = "The courier took my parcel back to the warehouse", .id = "new-1"},
      {.text = "After the update the app wants my card for a payment", .id = "new-2"}};
  const themata::InferredTopics topics = themata::infer(fit, themata::Collection::from_texts(unseen));
  for (std::size_t d = 0; d < unseen.size(); ++d) {
    print_row(unseen[d].id, topics.proportions, d);
    std::printf("  %u words known, %u not\n", topics.tokens[d], topics.unknown[d]);
  }
} catch (const themata::UsageError& error) {
  if (const auto& fault = error.fault())
    std::fprintf(stderr, "%s is %s, expected %s\n", fault->option.c_str(), fault->value.c_str(),
                 fault->expected.c_str());
  else
    std::fprintf(stderr, "%s\n", error.what());
  return 1;
} catch (const themata::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
