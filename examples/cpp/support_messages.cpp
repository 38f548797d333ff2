// Fits topics to texts in memory, prints them with their uncertainty, and finds the topics of a new text.

#include <cstdio>
#include <string>
#include <themata/themata.hpp>
#include <vector>

namespace {

std::vector<themata::TextDocument> texts() {
  const char* garden[] = {"soil and spade, a row of beans", "roses in the garden after rain",
                          "rain on the soil, the spade stands still", "beans and roses climb the fence"};
  const char* harbor[] = {"a sail, a mast, the harbor light", "the tide lifts every anchor",
                          "anchor and mast sleep in the harbor", "wind in the sail before the tide"};
  std::vector<themata::TextDocument> documents;
  for (int copy = 0; copy < 10; ++copy)
    for (int i = 0; i < 4; ++i) {
      documents.push_back({.text = garden[i], .id = "garden-" + std::to_string(4 * copy + i)});
      documents.push_back({.text = harbor[i], .id = "harbor-" + std::to_string(4 * copy + i)});
    }
  return documents;
}

void print(const themata::Fit& fit) {
  for (const themata::TopicSummary& topic : fit.topics(4)) {
    std::printf("topic %zu, %.0f%% of the words:", topic.number, 100 * topic.proportion);
    for (const themata::TopicWord& word : topic.words)
      std::printf("  %s %.3f", word.word.c_str(), word.probability);
    std::printf("\n");
  }
}

}  // namespace

int main() try {
  const auto collection = themata::Collection::from_texts(texts());
  themata::Options options("lda");
  options.set("topics", 2).set("sweeps", 400).set("learn", "alpha,beta");

  // An observer sees the chain as it goes, and may stop it. What is there by then is a fit, and can go on.
  themata::Observer stop_early;
  stop_early.progress = [](const themata::Progress& now) { return now.sweep < 100; };
  themata::Fit fit = themata::fit(collection, options, stop_early);
  std::printf("stopped early: %s\n", fit.complete() ? "no" : "yes");
  fit.resume();
  std::printf("complete: %s\n", fit.complete() ? "yes" : "no");
  print(fit);

  // Posterior means and standard deviations, over the kept draws.
  const themata::PosteriorTable documents = fit.document_topics();
  std::printf("%s: topic 0 is %.2f (sd %.2f) of its words\n", collection.ids().front().c_str(),
              documents.mean_at(0, 0), documents.sd_at(0, 0));

  const std::vector<themata::TextDocument> unseen = {{.text = "a spade in the rain"},
                                                     {.text = "the tide and a gull"}};
  const themata::InferredTopics topics = themata::infer(fit, themata::Collection::from_texts(unseen));
  for (std::size_t d = 0; d < unseen.size(); ++d)
    std::printf("'%s': topic 0 is %.2f (sd %.2f); %u words known, %u not\n", unseen[d].text.c_str(),
                topics.proportions.mean_at(d, 0), topics.proportions.sd_at(d, 0), topics.tokens[d],
                topics.unknown[d]);
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
