# Everyday work on Tengen. `make` alone lists the targets.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
PLATFORMS = windows/amd64 windows/386 linux/amd64 linux/386 linux/arm64 darwin/arm64
FUZZTIME = 30s

.PHONY: help build test long race bench lint cross cover fuzz slurm shots openings balance

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
	go test -race ./protocol ./search ./tournaments ./tournaments/report

bench: ## speed and signature of the fixed work
	go run . bench

lint: ## gofmt, vet and staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	go vet ./...
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

openings: build ## the opening sets anew; about ten minutes. Measure their balance afterwards: make balance
	@for s in freestyle:15 freestyle:20 standard:15 renju:15 caro:15; do \
		echo $$s; ./tengen openings --rule $${s%:*} --size $${s#*:} --count 120 --min-stones 4 --max-stones 8 --max-score 60 \
			--nodes 20000 --playout 2000 -q -o tournaments/openings/$${s%:*}$${s#*:}.txt || exit 1; \
	done

balance: build ## self-play from each opening set: Black's share of the points
	@for s in freestyle:15 freestyle:20 standard:15 renju:15 caro:15; do \
		set=tournaments/openings/$${s%:*}$${s#*:}.txt; echo $$set; rm -f /tmp/balance.jsonl; \
		./tengen match '{tengen}' '{tengen}' --names a,b --nodes 6000 --nodes-b 9000 --rule $${s%:*} --size $${s#*:} --openings $$set \
			--games 240 --concurrency 2 --pause 0s --record /tmp/balance.jsonl --report none -q > /dev/null || exit 1; \
		printf 'black %d, white %d, drawn %d\n' $$(grep -c '"result":"black"' /tmp/balance.jsonl) \
			$$(grep -c '"result":"white"' /tmp/balance.jsonl) $$(grep -c '"result":"draw"' /tmp/balance.jsonl); \
	done
