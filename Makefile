# Every target sets up what it needs. The JDK is found by the script that also starts `plumb`.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

dist  := agent/cli/target/plumb
jdk    = $$(agent/cli/src/main/dist/libexec/jdk-home javac)
maven  = JAVA_HOME="$(jdk)" mvn --batch-mode --no-transfer-progress -Dstyle.color=never

.PHONY: help
help: ## Lists the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-22s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: tools ## Builds the command: agent/cli/target/plumb/bin/plumb.
	@$(maven) --quiet -DskipTests -Dspotless.check.skip package

.PHONY: test
test: tools ## Builds everything, checks the format and runs all tests, against a real control plane.
	@testbed/build.sh all
	@cd testbed/cmd/testbed && go vet ./... && go test ./...
	@$(maven) verify

.PHONY: format
format: tools ## Formats the sources.
	@$(maven) --quiet spotless:apply
	@gofmt -w testbed

.PHONY: crds
crds: tools ## Writes manifests/crds anew from the records of agent/api.
	@$(maven) --quiet -pl agent/api -am test -Dtest=DefinitionsAreUpToDateTest -Dsurefire.failIfNoSpecifiedTests=false -Dplumbline.write=true
	@git status --short manifests/crds

.PHONY: bench
bench: build ## Measures the kustomize engine against the real kustomize, warm and as a command.
	@testbed/build.sh kustomize
	@"$(jdk)/bin/java" -cp "agent/bench/target/classes:agent/bench/target/lib/*" \
	  dev.plumbline.bench.AgainstKustomize .build/testbed/bin/kustomize $(dist)/bin/plumb

.PHONY: bench-jmh
bench-jmh: build ## Measures the engine alone with JMH.
	@"$(jdk)/bin/java" -cp "agent/bench/target/classes:agent/bench/target/lib/*" org.openjdk.jmh.Main

.PHONY: clean
clean: ## Removes what was built, but not .build: its control plane takes minutes to build.
	@rm -rf target agent/target agent/*/target

.PHONY: tools
tools:
	@.ci/tools
