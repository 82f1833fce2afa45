SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# Under CI a warning is an error.
FLAGS := $(if $(CI),-Xswiftc -warnings-as-errors)
# The release binary carries the Swift runtime, so that it starts fast and runs without Swift. GEOS is
# loaded by the first polygon; linking it as well would cost every start a millisecond.
RELEASE := PKG_CONFIG_PATH=$(CURDIR)/Scripts/pkgconfig \
	$(SWIFT) build -c release --static-swift-stdlib $(FLAGS)
BINARY := .build/release/nearby
# Starts in half of the time, and becomes the other for what needs a library.
FRONT := .build/release/nearby-static
NEEDS := pkg-config=pkg-config pc:geos=libgeos-dev pc:sqlite3=libsqlite3-dev

# How long `make fuzz` runs, for all parsers together.
SECONDS := 60

# One run for each: a test that expects its process to end watches all children of the run, and those
# that other tests start are none of its business.
TESTS := SpatialTests CatalogTests ImportTests BookingTests NearbyCommandsTests

.PHONY: help setup build run test lint docs fuzz bench bench-smoke bench-cold bench-peers bench-plot
.PHONY: soak install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install the Debian packages that are missing
	@Scripts/setup $(NEEDS)

build: setup ## build the release binary, .build/release/nearby, and compile the data
	$(RELEASE) --product nearby
	$(BINARY) compile data

run: build ## answer a question: what is worth seeing near The Peninsula?
	$(BINARY) peninsula -k 5

test: setup bench-smoke ## build and run all tests
	@Scripts/setup ogr2ogr=gdal-bin sqlite3=sqlite3
	$(SWIFT) build --build-tests $(FLAGS)
	.build/debug/nearby compile data
	$(foreach target,$(TESTS),$(SWIFT) test --skip-build $(FLAGS) --filter '^$(target)\.' &&) true
	$(SWIFT) build --disable-default-traits --scratch-path .build/without-geos --product nearby $(FLAGS)
	.build/without-geos/debug/nearby peninsula -k 1
	Fuzz/run fixed

fuzz: setup ## fuzz every parser, with the address sanitizer: make fuzz SECONDS=60
	Fuzz/run $(SECONDS)

lint: ## check the format and the module rules
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Fuzz Benchmarks
	Scripts/check-modules

docs: setup ## write the documentation of the libraries to .build/docs
	Scripts/make-docs .build/docs Spatial Catalog Booking

bench: setup ## measure the search, reading files and booking
	$(RELEASE) --product nearby-bench
	.build/release/nearby-bench
	$(RELEASE) --product nearby
	$(RELEASE) --product import-bench
	.build/release/import-bench
	$(RELEASE) --product booking-bench
	.build/release/booking-bench

bench-smoke: setup ## a few seconds of the benchmark, checked against the linear scan
	$(RELEASE) --product nearby-bench
	.build/release/nearby-bench --smoke

bench-peers: setup ## measure other indexes beside ours (installs them)
	Benchmarks/run-peers --json .build/peers.json

bench-cold: ## measure the installed command from its start to its last byte, beside sqlite3
	@Scripts/setup sqlite3=sqlite3
	$(MAKE) install PREFIX=$(CURDIR)/.build/installed DESTDIR=
	Benchmarks/cold --nearby .build/installed/bin/nearby

bench-plot: ## draw what bench-peers measured, as .build/benchmark.svg
	Benchmarks/plot .build/peers.json --output .build/benchmark.svg

soak: setup ## book at random in eight processes, kill some, compare with a model
	$(SWIFT) run -c release soak --rounds 5 --operations 2000 --kills 200

install: build ## install the command, data, man page and completions under PREFIX
	NEARBY_STATIC=1 $(RELEASE) --product nearby-static
	rm -rf $(DESTDIR)$(PREFIX)/share/nearby
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/nearby $(DESTDIR)$(PREFIX)/share/nearby
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -d $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	# In one write, which the system keeps in large pieces and maps by the piece: a seventh of a start.
	rm -f $(DESTDIR)$(PREFIX)/bin/nearby
	dd if=$(FRONT) of=$(DESTDIR)$(PREFIX)/bin/nearby bs=64M status=none
	chmod 755 $(DESTDIR)$(PREFIX)/bin/nearby
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/libexec/nearby/nearby
	install -m 644 data/*.csv data/*.json data/*.geojson data/README.md $(DESTDIR)$(PREFIX)/share/nearby
	$(BINARY) compile $(DESTDIR)$(PREFIX)/share/nearby
	$(BINARY) manual > $(DESTDIR)$(PREFIX)/share/man/man1/nearby.1
	$(BINARY) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/nearby
	$(BINARY) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_nearby
	$(BINARY) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/nearby.fish

clean: ## remove what was built
	rm -rf .build data/catalog.bin
