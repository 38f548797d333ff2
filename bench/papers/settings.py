"""What the scripts measure: sets of options of `themata fit`, each named outright.

A script takes a model's set and the set of a sampler, and adds what is its own. No option that decides what a table
measures is left to a default of the program, so a change of a default cannot change what a script measures.
tests/cli/test_papers_options.py lists the options that may be left out.
"""


def run(sweeps, keep=0, **more):
    """One chain of exactly so many sweeps. Draws are kept of the second half, evenly spaced."""
    later = sweeps - sweeps // 2
    return {"until": "sweeps", "sweeps": sweeps, "burn-in": sweeps // 2, "keep": keep,
            "thin": max(1, later // keep) if keep else later, "chains": 1, "time-limit": 0, "trace-every": 10,
            "monitor-words": 0, "monitor-documents": 0, "monitor-topics": 20, **dashed(more)}


def dashed(options):
    """Options under their names: trace_every as trace-every."""
    return {name.replace("_", "-"): value for name, value in options.items()}


PRIORS = {"alpha-prior": "1,1", "beta-prior": "1,1"}  # of hyperparameters, where they are learned
BLOCKS = {"blocks": 8, "partitions": 1, "pi": .5}  # only the samplers that have blocks or parts make use of them

# LDA as in Magnusson et al. (2018): nothing is learned, and each token starts in a random topic.
LDA = {"model": "lda", "start": "tokens", "start-sweeps": 0, "alpha": .1, "beta": .01, "learn": "none", **PRIORS,
       "seed-weight": 1, **BLOCKS}

# The HDP of Terenin et al. (2020): nothing is learned, and no moves of whole tables.
SPLIT_MERGE = {"split-merge": 0, "split-merge-sweeps": 0, "split-merge-tables": "uniform",
               "split-merge-allocation": "sequential", "split-merge-scans": 0}
HDP = {"model": "hdp", "start": "tokens", "start-sweeps": 0, "max-topics": 65535, "weights": "sticks", "alpha": .1,
       "beta": .01, "gamma": 1, "learn": "none", **PRIORS, "gamma-prior": "1,0.1", **BLOCKS, "table-topics": 0,
       **SPLIT_MERGE}

# The franchise of Wang and Blei (2012): one start by sequential prediction, one token's table after the other.
FRANCHISE = {"model": "franchise", "sampler": "table-gibbs", "restarts": 1, "max-topics": 65535, "alpha": 1, "gamma": 1,
             "discount": 0, "document-discount": 0, "learn": "none", **PRIORS, "gamma-prior": "1,1", **SPLIT_MERGE}

# Models with masks of Archambeau et al. (2015): all hyperparameters but the discounts are learned.
FTM = {"model": "ftm", "sampler": "block-collapsed", "topic-moves": 1, "blocks": 8,
       "max-topics": 65535, "alpha": .1, "beta": .01, "eta": 10, "delta": 1, "sigma": 0, "learn": "alpha,beta,eta,delta",
       **PRIORS, "eta-prior": "1,1", "delta-prior": "1,1", "most-discount": .5}
LIDA = {**FTM, "model": "lida", "gamma": 1, "xi": 1, "zeta": .25, "vocabulary": "unbounded",
        "learn": "alpha,beta,eta,delta,gamma,xi", "gamma-prior": "1,1", "xi-prior": "1,1"}

# Models of Airoldi and Bischof (2016), which learn all their hyperparameters; and labeled LDA.
HPC = {"model": "hpc", "sampler": "split", "affinity": "independent", "unlabeled": "refuse"}
PCM = {"model": "pcm", "sampler": "split"}
LABELED_LDA = {"model": "labeled-lda", "sampler": "block-collapsed", "background-topics": 0, "start": "tokens",
               "alpha": .1, "beta": .01, "learn": "none", **PRIORS, "seed-weight": 1, **BLOCKS}

# Samplers of LDA and the HDP.
BLOCK_COLLAPSED = {"sampler": "block-collapsed"}
COLLAPSED = {"sampler": "sparse-collapsed"}  # one token after the other
PARTIALLY_COLLAPSED = {"sampler": "partially-collapsed", "z": "sparse", "phi": "dirichlet"}
PARTIALLY_COLLAPSED_LIGHT = {**PARTIALLY_COLLAPSED, "z": "light"}
PARTIALLY_COLLAPSED_URN = {**PARTIALLY_COLLAPSED, "phi": "polya-urn"}
LIGHT_LDA = {"sampler": "light-collapsed"}
DIRECT_ASSIGNMENT = {"sampler": "direct-assignment"}
SUB_CLUSTER = {"sampler": "sub-cluster"}


def ad_lda(partitions):
    return {"sampler": "ad-lda", "partitions": partitions}


def spike_slab(pi):
    """Each word type is switched on in a topic with probability pi."""
    return {"sampler": "partially-collapsed", "z": "auto", "phi": "spike-slab", "pi": pi}


def algorithm_2(flag_topic):
    """Algorithm 2 of Terenin et al. (2020): doubly sparse draws of z given Phi, Phi by the Polya urn, and weights by
    stick-breaking up to the flag topic."""
    return {"sampler": "partially-collapsed", "z": "doubly-sparse", "phi": "polya-urn", "weights": "gem",
            "max-topics": flag_topic}


# What is measured of fits: held-out likelihood and predicted labels.
COMPLETION = {"method": "completion", "sweeps": 200, "skip": 100, "seed": 1}  # of halves of documents
LABEL = {"at-least": 1}  # by the threshold with the largest micro F1
LABEL_SWEEPS = {"sweeps": 40, "skip": 20, "seed": 1}  # per document and draw of the fit; not at the mode
