# Everyday work on Tengen. `make` alone lists the targets.

GOVULNCHECK = golang.org/x/vuln/cmd/govulncheck@v1.9.0
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
PLATFORMS = windows/amd64 windows/386 linux/amd64 linux/386 linux/arm64 darwin/arm64
FUZZTIME = 30s

.PHONY: help build test long race bench ladder lint cross cover fuzz slurm shots openings balance check release reproduce bare wine hardening vulns

help:
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile

build: ## the program, as ./tengen
	go build -o tengen .

test: ## the tests, as README says
	go test ./...

long: ## the long runs: a million points a rule, the full matrix of games; about an hour
	go test ./board -long -timeout 120m
	go test ./search -long -timeout 120m
	go test ./protocol -long -timeout 120m
	go test ./internal/cli -run OpeningSets -long -timeout 120m

race: ## the race detector on the packages with goroutines
	go test -race -timeout 40m ./search -run 'Thread|Helper|Ground|Signature|Stop|Watch|Lines'
	go test -race -p 1 -timeout 40m ./protocol ./tournaments ./internal/play ./internal/analysis
	go test -race -timeout 40m ./internal/hardening -run Soak

bench: ## speed and signature of the fixed work
	go run . bench

ladder: ## each strength level against the one below, 200 games a pair; more than an hour
	.ci/ladder

lint: ## gofmt, vet and staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	go vet ./...
	go vet -tags gomocup . ./internal/cli
	go vet -tags provoke ./protocol
	go run $(STATICCHECK) ./...

cross: ## builds for all systems of a release
	@for p in $(PLATFORMS); do echo $$p; GOOS=$${p%/*} GOARCH=$${p#*/} go build -o /dev/null . || exit 1; done

cover: ## test coverage, as cover.html
	go test -coverprofile=cover.out ./...
	go tool cover -html=cover.out -o cover.html

fuzz: ## each fuzz target for FUZZTIME
	@for pkg in $$(go list ./...); do \
		for f in $$(go test $$pkg -list '^Fuzz' | grep '^Fuzz'); do \
			echo "$$pkg $$f"; go test $$pkg -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) || exit 1; \
		done; \
	done

slurm: build ## a tournament on a Slurm of one node, started for it (root; Debian's slurm-wlm)
	TENGEN=$(CURDIR)/tengen tournaments/cluster/slurm-test.sh

shots: ## screenshots of the report, into shots/ (Debian's chromium)
	mkdir -p shots
	TENGEN_SCREENSHOTS=$(CURDIR)/shots go test ./tournaments/report -run InBrowser -count=1

check: build ## what managers and tournaments expect, on the built program; about three minutes
	./tengen check ./tengen

hardening: ## 1,000 games under load, a million random commands, searches that go wrong; hours
	go test ./internal/hardening -long -timeout 24h -v
	go test -race ./internal/hardening -run Soak -commands 100000 -timeout 2h -v
	go test ./internal/hardening -run 'Games|Provoked' -racy -games 40 -timeout 2h -v

release: ## the archives of the commit at hand, with their checksums, in dist
	go run ./internal/release -o dist

reproduce: ## that the release is the same from a clone elsewhere and with nothing built before
	@set -e; d=$$(mktemp -d); trap 'rm -rf "$$d"' EXIT; \
	go run ./internal/release -o "$$d/here"; \
	git clone -q . "$$d/clone"; \
	cd "$$d/clone" && git checkout -q --detach "$$(git -C "$(CURDIR)" rev-parse HEAD)" && \
	GOCACHE="$$d/cache" go run ./internal/release -o "$$d/there"; \
	cmp "$$d/here/SHA256SUMS" "$$d/there/SHA256SUMS" && echo the same

bare: ## README's two commands on a copy of the commit, with no module and nothing built before
	@set -e; d=$$(mktemp -d); trap 'chmod -R u+w "$$d"; rm -rf "$$d"' EXIT; \
	mkdir "$$d/src"; git archive HEAD | tar -x -C "$$d/src"; cd "$$d/src"; \
	export GOPATH="$$d/go" GOMODCACHE="$$d/mod" GOCACHE="$$d/cache" GOFLAGS= GOTOOLCHAIN=local; \
	printf 'START 15\nBEGIN\n' | go run . ; go test ./...

wine: ## the Windows build under Wine, which is installed first where apt-get is
	command -v wine >/dev/null || apt-get install -y --no-install-recommends wine wine64
	go test ./internal/wine -prepare -v -timeout 30m
	@export WINEPREFIX="$${XDG_CACHE_HOME:-$$HOME/.cache}/tengen-wine" WINEDEBUG=-all GOOS=windows GOARCH=amd64; set -ex; \
	go test -exec wine ./board ./eval -timeout 30m; \
	: 'not internal/config: Wine 8 cannot remove its files as Go 1.26 asks; that it is read beside the program is tested above'; \
	go test -exec wine ./search -run 'Signature' -timeout 30m; \
	go test -exec wine ./protocol -run 'Transcripts|Lines|Parse|Clock|Settings|Session|Writer' -timeout 30m

vulns: ## known faults of the modules used; needs a network
	go run $(GOVULNCHECK) ./...

openings: build ## the opening sets anew; half an hour. Measure their balance afterwards: make balance
	@for s in freestyle:15:2000 freestyle:20:2000 standard:15:2000 renju:15:6000 caro:15:2000; do \
		rule=$${s%%:*}; playout=$${s##*:}; size=$${s#*:}; size=$${size%:*}; echo $$rule $$size; \
		./tengen openings --rule $$rule --size $$size --count 120 --min-stones 4 --max-stones 8 --max-score 60 \
			--nodes 20000 --playout $$playout -q -o tournaments/openings/$$rule$$size.txt || exit 1; \
	done

balance: build ## self-play from each opening set: Black's share of the points
	@for s in freestyle:15 freestyle:20 standard:15 renju:15 caro:15; do \
		set=tournaments/openings/$${s%:*}$${s#*:}.txt; echo $$set; rm -f /tmp/balance.jsonl; \
		./tengen match '{tengen}' '{tengen}' --names a,b --nodes 6000 --nodes-b 9000 --rule $${s%:*} --size $${s#*:} --openings $$set \
			--games 240 --concurrency 2 --pause 0s --record /tmp/balance.jsonl --report none -q > /dev/null || exit 1; \
		printf 'black %d, white %d, drawn %d\n' $$(grep -c '"result":"black"' /tmp/balance.jsonl) \
			$$(grep -c '"result":"white"' /tmp/balance.jsonl) $$(grep -c '"result":"draw"' /tmp/balance.jsonl); \
	done
