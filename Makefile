# What a person types. Each target says what it does as it goes; the work is in scripts/ and CMakeLists.txt.
.PHONY: help demo demo-labels test test-all nightly release deb tarball page wheel bench bench-kernels bench-full docs format clean

help:
	@echo 'make demo      install what is missing, build, fit topics to Debian'\''s package descriptions, write a report'
	@echo 'make demo-labels   the same from packages'\'' tags: the words of each, and tags of packages without any'
	@echo 'make test      install what is missing, build, run the tests that find most of what a change breaks'
	@echo 'make test-all  the same and the proofs of the samplers, sanitizers, R, other Pythons, the site, clang-tidy'
	@echo 'make nightly   proofs at ten times their length, every sampler calibrated, faults, fuzzing, AArch64: hours'
	@echo 'make release   build the program only: build/release/themata'
	@echo 'make deb       Debian packages in build/deb: apt install ./build/deb/themata_*.deb'
	@echo 'make tarball   the program with all it loads, for any Linux on x86-64: build/tarball/themata-*.tar.gz'
	@echo 'make page      build the report'\''s page, web/dist/report.html, from web/src (needs Node; the result is checked in)'
	@echo 'make wheel     build the Python package: build/python/dist (pip install . builds and installs it)'
	@echo 'make bench     LDA and the HDP, import and inference beside other programs, on two threads: five minutes'
	@echo 'make bench-kernels   each kernel by itself'
	@echo 'make bench-full      other programs at more topics and on larger corpora: hours'
	@echo 'make docs      build the site, with guides, notebooks and references: build/docs/html/index.html'
	@echo 'make format    format the C++ sources with clang-format'
	@echo 'make clean     remove everything that was built'
	@echo 'JOBS=N limits how many compilers run at once (default: one per core).'

demo:
	@scripts/install.sh build demo
	@scripts/build.sh release
	@scripts/demo.sh

demo-labels:
	@scripts/install.sh build demo
	@scripts/build.sh release
	@scripts/demo_labels.sh

test:
	@scripts/install.sh build test python
	@scripts/test.py

test-all:
	@scripts/install.sh build test python r docs
	@scripts/test.py --all --again

nightly:
	@scripts/install.sh build test aarch64 compilers tarball fuzz
	@scripts/nightly.sh

release:
	@scripts/build.sh release

deb:
	@scripts/install.sh build deb
	@scripts/deb.sh

tarball:
	@scripts/install.sh build tarball
	@scripts/tarball.sh

page:
	@scripts/install.sh test
	@scripts/page.sh build

wheel:
	@scripts/install.sh build python
	@scripts/python.sh wheel

bench:
	@scripts/install.sh build bench
	@scripts/bench.sh short

bench-kernels:
	@scripts/install.sh build bench
	@scripts/bench.sh kernels

bench-full:
	@scripts/install.sh build bench
	@scripts/bench.sh full

docs:
	@scripts/install.sh docs
	@scripts/docs.sh

format:
	@scripts/install.sh test
	@scripts/format.sh -i

clean:
	rm -rf build
