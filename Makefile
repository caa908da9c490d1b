# Everyday work on Tengen. `make` alone lists the targets.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
PLATFORMS = windows/amd64 windows/386 linux/amd64 linux/386 linux/arm64 darwin/arm64
FUZZTIME = 30s

.PHONY: help build test long race bench ladder lint cross cover fuzz

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

race: ## the race detector on the packages with goroutines
	go test -race ./protocol ./search ./tournaments ./internal/play

bench: ## speed and signature of the fixed work
	go run . bench

ladder: ## each strength level against the one below, 200 games a pair; more than an hour
	.ci/ladder

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
