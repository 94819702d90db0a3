# The commands of this house. `make test` is what the README and the gate run.

.PHONY: build test race fuzz bench demo check

build:
	CGO_ENABLED=0 go build -o bin/mneme .

test:
	go test ./...

race:
	go test -race -short ./...

fuzz:
	bash .ci/fuzz 30s

bench: build
	go run ./bench overhead

demo:
	go run . demo

check:
	bash .ci/run
