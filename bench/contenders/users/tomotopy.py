"""What a user of tomotopy writes. Documents without words cannot be added, so the rows are put back."""
import re

import numpy as np
import tomotopy as tp
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS


def topics(texts, k, sweeps):
    model = tp.LDAModel(k=k, min_df=5, seed=1)
    rows = []
    for row, text in enumerate(texts):
        words = [word for word in re.findall(r"\w\w+", text.lower()) if word not in ENGLISH_STOP_WORDS]
        if words:
            model.add_doc(words)
            rows.append(row)
    model.train(sweeps, workers=2)
    theta = np.full((len(texts), k), 1 / k)
    theta[rows] = [document.get_topic_dist() for document in model.docs]
    return theta, [[word for word, _ in model.get_topic_words(topic, top_n=10)] for topic in range(k)]
