"""The types of all options of a fit. Made by scripts/python_options.py from the tables of the engine: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Literal, TypedDict


class FitOptions(TypedDict, total=False):
    """The options of a fit, for all models; :func:`pythemata.options` lists those of one, with their defaults and ranges."""

    topics: int | None
    """lda, sstm, pcm, dmr: Number of topics. Values: whole numbers from 1 to 65535. Default: 100.

    hdp: Number of topics at the start (default: from the size of the corpus). Values: whole numbers from 1 to 65535.

    lida, ftm: Number of topics at the start. Values: whole numbers from 1 to 65535. Default: 100.

    dmm: Number of topics; some may end without documents. Values: whole numbers from 1 to 65535. Default: 100."""

    start_sweeps: int | None
    """lda, dmr: First sweeps, which learn nothing (default: half the burn-in, at most 100). Values: whole numbers
    from 0.

    hdp: First sweeps, with equal topic weights (default: half the burn-in, at most 100). Values: whole numbers from
    0."""

    start: Literal["documents", "tokens"] | None
    """lda: Without seeds: one topic per document, or one random topic per token. Values: documents or tokens.
    Default: tokens.

    hdp, dmr: One topic per document, or one random topic per token. Values: documents or tokens. Default: tokens.

    labeled-lda: Decides nothing here: tokens begin in topics that the labels of their documents allow. Values:
    documents or tokens. Default: tokens."""

    start_chain: int | None
    """lda, hdp, franchise, lida, ftm, sstm, dmr: start_from a fit: whose chain; 0: the one that topics shows. Values:
    whole numbers from 0. Default: 0."""

    alpha: float | str | None
    """lda, labeled-lda: Prior weight of EACH topic in a document. Values: numbers from 1e-12 to 1e+06. Default: 0.1.

    hdp: Concentration of a document's topics; larger: more topics per document. Values: numbers from 1e-12 to 1e+06.
    Default: 0.1.

    franchise: Concentration of a document's topics; larger: more topics per document. Values: numbers. Default: 0.1.

    lida, ftm, sstm: Prior weight of EACH topic that a document may use. Values: numbers from 1e-12 to 1e+06. Default:
    0.1.

    dmm: Prior weight of EACH topic. Values: numbers from 1e-12 to 1e+06. Default: 0.1.

    dp-dmm: Concentration; larger: more topics. Values: numbers from 1e-12 to 1e+06. Default: 0.1.

    dmr: Typical prior weight of EACH topic; exp of the intercepts' prior mean. Values: numbers from 1e-12 to 1e+06.
    Default: 0.1."""

    beta: float | str | None
    """lda, hdp, franchise, labeled-lda, dmm, dp-dmm, dmr: Prior weight of each word type in a topic. Values: numbers
    from 1e-12 to 1e+06. Default: 0.01.

    lida, ftm, sstm: Prior weight of each word that a topic may have. Values: numbers from 1e-12 to 1e+06. Default:
    0.01."""

    seed_weight: float | str | None
    """lda, labeled-lda: Pseudo-tokens of a seed word per token of that word in the corpus. Values: numbers from 1e-12
    to 1e+06. Default: 1."""

    learn: Literal["alpha", "asymmetric-alpha", "beta", "pi", "topic-pi", "gamma", "discount", "document-discount", "eta", "delta", "sigma", "xi", "zeta"] | Sequence[Literal["alpha", "asymmetric-alpha", "beta", "pi", "topic-pi", "gamma", "discount", "document-discount", "eta", "delta", "sigma", "xi", "zeta"]] | str | None
    """lda: What to learn, separated by commas, or none (default: asymmetric-alpha,beta if not given). Values: alpha,
    asymmetric-alpha, beta, pi, topic-pi.

    hdp: What to learn, separated by commas, or none (default: alpha,beta,gamma if not given). Values: alpha, beta,
    gamma, pi.

    franchise: What to learn, separated by commas, or none (default: none). Values: alpha, beta, gamma, discount,
    document-discount. Default: none.

    labeled-lda: What to learn, separated by commas, or none (default: none). Values: alpha, asymmetric-alpha, beta,
    pi, topic-pi.

    lida: What to learn, separated by commas, or none (default: all but sigma, zeta, if not given). Values: alpha,
    beta, eta, delta, sigma, gamma, xi, zeta.

    ftm: What to learn, separated by commas, or none (default: all but sigma, zeta, if not given). Values: alpha,
    beta, eta, delta, sigma.

    sstm: What to learn, separated by commas, or none (default: all but sigma, zeta, if not given). Values: alpha,
    beta, gamma, xi, zeta.

    dmm, dp-dmm: What to learn, separated by commas, or none (default: alpha,beta if not given). Values: alpha, beta.

    dmr: Hyperparameters to learn, or none (default: beta if not given). Values: beta."""

    alpha_prior: tuple[float, float] | str | None
    """lda, hdp, franchise, labeled-lda, lida, ftm, sstm, dmm, dp-dmm: Gamma prior of a learned alpha: SHAPE,RATE.
    Values: SHAPE,RATE. Default: 1,1."""

    beta_prior: tuple[float, float] | str | None
    """lda, hdp, franchise, labeled-lda, lida, ftm, sstm, dmm, dp-dmm, dmr: Gamma prior of a learned beta: SHAPE,RATE.
    Values: SHAPE,RATE. Default: 1,1."""

    sampler: Literal["block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed", "ad-lda", "light-collapsed", "direct-assignment", "sub-cluster", "table-gibbs", "split", "hmc"] | None
    """lda, labeled-lda: How topics are drawn; ad-lda, light-collapsed: APPROXIMATE. Values: block-collapsed or
    partially-collapsed or collapsed or sparse-collapsed or ad-lda or light-collapsed.

    hdp: How topics are drawn; ad-lda, light-collapsed: APPROXIMATE. Values: block-collapsed or partially-collapsed or
    collapsed or sparse-collapsed or ad-lda or light-collapsed or direct-assignment or sub-cluster.

    franchise: How tables and their topics are drawn. Values: table-gibbs. Default: table-gibbs.

    lida, ftm, sstm: In parallel, or the plain reference sampler. Values: block-collapsed or collapsed. Default:
    block-collapsed.

    hpc, pcm: Log rates drawn exactly, or by Hamiltonian Monte Carlo as in the paper. Values: split or hmc. Default:
    split.

    dmm, dp-dmm: How documents' topics are drawn. Values: collapsed. Default: collapsed.

    dmr: How topics are drawn; both are exact. Values: block-collapsed or collapsed."""

    z: Literal["dense", "sparse", "doubly-sparse", "light", "auto"] | None
    """lda, hdp, labeled-lda: partially-collapsed: how topics are drawn given Phi; ad-lda: light, as light-collapsed.
    Values: dense or sparse or doubly-sparse or light or auto."""

    phi: Literal["dirichlet", "polya-urn", "spike-slab"] | None
    """lda, hdp, labeled-lda: partially-collapsed: how Phi is drawn; polya-urn: APPROXIMATE. Values: dirichlet or
    polya-urn or spike-slab."""

    pi: float | str | None
    """lda, hdp, labeled-lda: phi spike-slab: probability that a word type is switched on in a topic. Values: numbers
    from 1e-12 to 1. Default: 0.5."""

    pi_prior: tuple[float, float] | str | None
    """lda, hdp, labeled-lda: Beta prior of a learned pi: A,B. Values: A,B. Default: 1,1."""

    blocks: int | None
    """lda, hdp, labeled-lda: block-collapsed, partially-collapsed: blocks of the vocabulary; 0: from the corpus.
    Values: whole numbers from 0 to 1024. Default: 0.

    lida, ftm, sstm, dmr: block-collapsed: number of blocks of the vocabulary; 0: from the corpus. Values: whole
    numbers from 0 to 1024. Default: 0."""

    partitions: int | None
    """lda, hdp, labeled-lda: ad-lda: number of parts of the documents drawn at once; APPROXIMATE above 1. Values:
    whole numbers from 1 to 1024. Default: 2."""

    mh_steps: int | None
    """lda, hdp, labeled-lda: z light, light-collapsed: number of topics proposed per token, by word and document.
    Values: whole numbers from 1 to 1024. Default: 4."""

    until: Literal["settled", "sweeps"] | None
    """settled: end when the fit has settled; sweeps: do all sweeps (default if given). Values: settled or sweeps."""

    sweeps: int | None
    """Passes over the corpus, at most (default: 2000; no limit with time_limit). Values: whole numbers from 1."""

    burn_in: int | None
    """Number of sweeps before the first draw that may be kept; default: half of those done. Values: whole numbers
    from 0."""

    thin: int | None
    """Number of sweeps between kept draws; default: such that keep draws are kept. Values: whole numbers from 1."""

    keep: int | None
    """Number of draws to keep, the last ones; 0: none. Values: whole numbers from 0 to 100000. Default: 20."""

    chains: int | None
    """Independent chains, side by side; default: 2 if the model finds topics, else 1. Values: whole numbers from 1 to
    1000."""

    threads: int | None
    """Number of threads, which chains share equally; no effect on the result; 0: all cores. Values: whole numbers
    from 0 to 1024. Default: 0."""

    seed: int | None
    """Seed of the random numbers. Values: whole numbers from 0. Default: 1."""

    time_limit: float | str | None
    """Seconds of sampling, shared by chains that run one after the other; 0: no limit. Values: numbers from 0.
    Default: 0."""

    trace_every: int | None
    """Number of sweeps between rows of the trace. Values: whole numbers from 1. Default: 10."""

    checkpoint_every: float | str | None
    """Seconds between saved states; 0: save after every sweep. Values: numbers from 0. Default: 60."""

    monitor_words: int | None
    """Number of top words per monitored topic whose probabilities are written; 0: none. Values: whole numbers from 0.
    Default: 0."""

    monitor_documents: int | None
    """Number of random documents whose topic proportions are written; 0: none. Values: whole numbers from 0. Default:
    0."""

    monitor_topics: int | None
    """Number of topics to monitor, from the largest to the smallest in equal steps. Values: whole numbers from 1 to
    65535. Default: 20."""

    monitor_from: int | None
    """First monitored sweep; 0: after burn-in; if its length is open: after half, at most 101. Values: whole numbers
    from 0. Default: 0."""

    max_topics: int | None
    """hdp: Exit code 4 above N topics (default: 65535); weights gem: the flag topic (1000). Values: whole numbers
    from 16 to 65535.

    franchise, lida, ftm, dp-dmm: Exit code 4 above N topics; the chain is saved and can be resumed with more. Values:
    whole numbers from 16 to 65535. Default: 65535."""

    gamma: float | str | None
    """hdp: Global concentration; larger: more topics. Values: numbers from 1e-12 to 1e+06. Default: 1.

    franchise: Global concentration; larger: more topics. Values: numbers. Default: 1.

    lida, sstm: Mean number of words that a topic may have. Values: numbers from 1e-12 to 1e+06. Default: 1."""

    gamma_prior: tuple[float, float] | str | None
    """hdp: Gamma prior of a learned gamma: SHAPE,RATE. Values: SHAPE,RATE. Default: 1,0.1.

    franchise, lida, sstm: Gamma prior of a learned gamma: SHAPE,RATE. Values: SHAPE,RATE. Default: 1,1."""

    weights: Literal["sticks", "gem"] | None
    """hdp: Topic weights without truncation, or stick-breaking up to topic max_topics. Values: sticks or gem.
    Default: sticks."""

    table_topics: int | None
    """hdp: Every N sweeps, also draw the topics of whole tables of tokens; 0: never (default: 10). Values: whole
    numbers from 0."""

    split_merge: int | None
    """hdp, franchise: Number of proposals per sweep to split a topic or to merge two. Values: whole numbers from 0 to
    1e+06. Default: 0."""

    split_merge_sweeps: int | None
    """hdp, franchise: Only the first N sweeps make such proposals; 0: all sweeps. Values: whole numbers from 0.
    Default: 0."""

    split_merge_tables: Literal["uniform", "by-size", "similar"] | None
    """hdp, franchise: How the two first tables of a proposal are drawn. Values: uniform or by-size or similar.
    Default: uniform."""

    split_merge_allocation: Literal["sequential", "parallel"] | None
    """hdp, franchise: Tables are split one after the other, or all at once on all threads. Values: sequential or
    parallel. Default: sequential."""

    split_merge_scans: int | None
    """hdp, franchise: Gibbs scans before the scan that proposes; 0: split in one pass. Values: whole numbers from 0
    to 1000. Default: 0."""

    discount: float | str | None
    """franchise: Discount of topics; above 0 there are many rare topics, by a power law. Values: numbers from 0 to 1.
    Default: 0."""

    document_discount: float | str | None
    """franchise: Discount of a document's tables; above 0 documents have many rare topics. Values: numbers from 0 to
    1. Default: 0."""

    restarts: int | None
    """franchise: Number of starts by sequential prediction; the most probable one is used. Values: whole numbers from
    1 to 10000. Default: 1."""

    background_topics: int | None
    """labeled-lda: Number of topics without a label, which every document may use. Values: whole numbers from 0 to
    60000. Default: 0."""

    eta: float | str | None
    """lida, ftm: Mean number of topics that a document may use. Values: numbers from 1e-12 to 1e+06. Default: 10."""

    delta: float | str | None
    """lida, ftm: Above minus sigma; larger: fewer documents share a topic. Values: numbers from -1 to 1e+06. Default:
    1."""

    sigma: float | str | None
    """lida, ftm: Above 0 there are many topics with few documents, by a power law. Values: numbers from 0 to 1.
    Default: 0."""

    xi: float | str | None
    """lida, sstm: Above minus zeta; larger: fewer topics share a word. Values: numbers from -1 to 1e+06. Default:
    1."""

    zeta: float | str | None
    """lida, sstm: Above 0 there are many words with few topics, by a power law. Values: numbers from 0 to 1. Default:
    0."""

    vocabulary: Literal["unbounded", "finite"] | None
    """lida, sstm: Topics may have words without tokens (unbounded), or only the corpus's words. Values: unbounded or
    finite. Default: unbounded."""

    eta_prior: tuple[float, float] | str | None
    """lida, ftm: Gamma prior of a learned eta: SHAPE,RATE. Values: SHAPE,RATE. Default: 1,1."""

    delta_prior: tuple[float, float] | str | None
    """lida, ftm: Gamma prior of delta plus sigma: SHAPE,RATE. Values: SHAPE,RATE. Default: 1,1."""

    xi_prior: tuple[float, float] | str | None
    """lida, sstm: Gamma prior of xi plus zeta: SHAPE,RATE. Values: SHAPE,RATE. Default: 1,1."""

    most_discount: float | str | None
    """lida, ftm, sstm: Upper bound of a learned sigma or zeta. Values: numbers from 1e-12 to 1. Default: 0.5."""

    topic_moves: int | None
    """lida, ftm: Every N sweeps, move a document's tokens of a topic together; 0: never (default: 1). Values: whole
    numbers from 0."""

    unlabeled: Literal["refuse", "set-aside"] | None
    """hpc: Documents without labels are an error, or are set aside in FIT/set-aside. Values: refuse or set-aside.
    Default: refuse."""

    affinity: Literal["independent", "correlated"] | None
    """hpc: Affinities of a document to labels: independent, or with any covariance. Values: independent or
    correlated. Default: independent."""

    covariates: str | PathLike[str] | None
    """dmr: Metadata fields that topics' weights depend on, separated by commas."""

    factors: str | PathLike[str] | None
    """dmr: Those of covariates whose numbers are codes, so that each is a level."""

    intercept_scale: float | str | None
    """dmr: Prior scale of the intercepts' mean and of their spread. Values: numbers from 1e-12 to 1e+06. Default:
    1.5."""

    effect_scale: float | str | None
    """dmr: Prior scale of an effect's mean over topics, and of its spread. Values: numbers from 1e-12 to 1e+06.
    Default: 1."""
