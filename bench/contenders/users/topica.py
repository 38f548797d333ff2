"""What a user of topica writes. Documents without words are dropped, so the rows are put back."""
import re

import numpy as np
import topica


def topics(texts, k, sweeps):
    documents = [re.findall(r"\w\w+", text.lower()) for text in texts]
    corpus = topica.Corpus.from_documents(documents, stopwords="english", min_doc_freq=5)
    model = topica.LDA(num_topics=k, seed=1)
    model.fit(corpus, iters=sweeps, num_threads=2)
    theta = np.full((len(texts), k), 1 / k)
    theta[corpus.kept_indices] = model.doc_topic
    return theta, model.top_words(10)
