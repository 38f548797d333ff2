"""What a user of gensim writes."""
import numpy as np
from gensim.corpora import Dictionary
from gensim.models import LdaMulticore
from gensim.parsing.preprocessing import STOPWORDS
from gensim.utils import simple_preprocess


def topics(texts, k, passes):
    documents = [[word for word in simple_preprocess(text) if word not in STOPWORDS] for text in texts]
    dictionary = Dictionary(documents)
    dictionary.filter_extremes(no_below=5, no_above=1.0, keep_n=None)
    bags = [dictionary.doc2bow(words) for words in documents]
    model = LdaMulticore(bags, num_topics=k, id2word=dictionary, passes=passes, workers=2, random_state=1)
    theta = np.zeros((len(texts), k))
    for row, document in enumerate(bags):
        for topic, proportion in model.get_document_topics(document, minimum_probability=0):
            theta[row, topic] = proportion
    return theta, [[word for word, _ in model.show_topic(topic, 10)] for topic in range(k)]
