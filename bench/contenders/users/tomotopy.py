"""What a user of tomotopy writes. An empty document gets no row from add_doc, so the rows are put back."""
import re

import numpy as np
import tomotopy as tp
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS


def topics(texts, k, sweeps):
    model = tp.LDAModel(k=k, min_df=5, seed=1)
    added = []
    for text in texts:
        words = [word for word in re.findall(r"\w\w+", text.lower()) if word not in ENGLISH_STOP_WORDS]
        added.append(model.add_doc(words) if words else None)
    model.train(sweeps, workers=2)
    theta = np.full((len(texts), k), 1 / k)
    for row, document in enumerate(added):
        if document is not None:
            theta[row] = model.docs[document].get_topic_dist()
    return theta, [[word for word, _ in model.get_topic_words(topic, top_n=10)] for topic in range(k)]
