"""What a user of scikit-learn writes."""
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer


def topics(texts, k, passes):
    vectorizer = CountVectorizer(stop_words="english", min_df=5)
    counts = vectorizer.fit_transform(texts)
    model = LatentDirichletAllocation(n_components=k, max_iter=passes, learning_method="online", n_jobs=2, random_state=1)
    theta = model.fit_transform(counts)
    names = vectorizer.get_feature_names_out()
    return theta, [list(names[row.argsort()[::-1][:10]]) for row in model.components_]
