"""Makes a fit folder for the report's tests: a planted draw over a corpus folder, and a made-up trace.

    make_fit.py CORPUS FIT [--topics K] [--chains C] [--hdp] [--status running]

Writes what src/themata/store/fit_folder.hpp describes, by NumPy alone, so that the reader is tested against another
writer than its own.
"""
import argparse
import json
import pathlib

import numpy as np


def assign(tokens, offsets, n_topics, rng):
    """A topic a token: words prefer one topic, documents prefer two."""
    home = rng.integers(0, n_topics, size=int(tokens.max(initial=0)) + 1)
    z = home[tokens] if len(tokens) else np.zeros(0, int)
    for d in range(len(offsets) - 1):
        span = slice(int(offsets[d]), int(offsets[d + 1]))
        lean = rng.integers(0, n_topics, size=2)
        moved = rng.random(span.stop - span.start) < 0.6
        z[span] = np.where(moved, rng.choice(lean, size=len(moved)), z[span])
    return z.astype(np.uint16)


def trace_text(chain, n_topics, hdp, rng):
    sweeps = np.arange(10, 1001, 10)
    rise = 1 - np.exp(-sweeps / 120)
    lp = -4.1e6 + 3.5e5 * rise + rng.normal(0, 1500, len(sweeps)) + 800 * chain
    topics = np.maximum(1, np.round(n_topics * (rise if hdp else np.ones_like(rise)))).astype(int)
    head = ["# engine = themata 0.1.0", f"# model = {'hdp' if hdp else 'lda'}", "# method = sample (Gibbs)",
            "lp__,sweep,word_part,topics,alpha,beta," + ("gamma," if hdp else "") + "seconds"]
    rows = [f"{lp[i]:.2f},{s},{lp[i] * .9:.2f},{topics[i]},0.1,0.01,{'1,' if hdp else ''}{s * .0123:.4f}"
            for i, s in enumerate(sweeps)]
    return "\n".join(head + rows) + "\n"


def write_fit(args):
    corpus = json.loads((args.corpus / "manifest.json").read_text())
    tokens, offsets = np.load(args.corpus / "tokens.npy"), np.load(args.corpus / "offsets.npy")
    (args.fit / "checkpoint").mkdir(parents=True)
    (args.fit / "draws").mkdir()
    chains = []
    for chain in range(1, args.chains + 1):
        rng = np.random.default_rng(chain)
        psi = np.full(args.topics, 1 / (args.topics + 1)) if args.hdp else np.zeros(0)
        draw = dict(chain=np.uint32(chain), sweep=np.uint64(1000), z=assign(tokens, offsets, args.topics, rng),
                    alpha=np.full(1 if args.hdp else args.topics, 0.1), beta=np.float64(0.01),
                    gamma=np.float64(1 if args.hdp else 0), psi=psi, seconds=np.float64(12.3))
        np.savez(args.fit / "checkpoint" / f"chain-{chain}.npz", **draw)
        if args.status == "complete":
            np.savez(args.fit / "draws" / f"chain-{chain}-sweep-00001000.npz", **draw)
        (args.fit / f"trace-{chain}.csv").write_text(trace_text(chain, args.topics, args.hdp, rng))
        chains.append(dict(chain=chain, sweep=1000, seconds=12.3, state_hash="0123456789abcdef", topics=args.topics,
                           log_posterior=-3750000.5))
    options = dict(model="hdp" if args.hdp else "lda", topics=args.topics, alpha=0.1, beta=0.01, sweeps=1000, seed=1)
    options |= {"burn-in": 500, "sampler": "block-collapsed", "chains": args.chains, "threads": 2}
    manifest = {"format": "themata-fit", "version": 1, "engine": "0.1.0", "status": args.status, "options": options,
                "corpus": {"path": str(args.corpus.resolve()), "hash": corpus["hash"],
                           **{key: corpus[key] for key in ("documents", "types", "tokens")}}, "chains": chains}
    (args.fit / "manifest.json").write_text(json.dumps(manifest, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("fit", type=pathlib.Path)
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--chains", type=int, default=2)
    parser.add_argument("--hdp", action="store_true")
    parser.add_argument("--status", default="complete")
    write_fit(parser.parse_args())


if __name__ == "__main__":
    main()
