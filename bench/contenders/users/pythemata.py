"""What a user of pythemata writes."""
import pythemata as tm


def topics(texts, k, sweeps):
    corpus = tm.Corpus.from_texts(texts, min_documents=5)
    fit = tm.fit(corpus, "lda", topics=k, sweeps=sweeps, chains=1, threads=2, seed=1)
    return fit.document_topic, list(fit.topics(words=10)["words"])
