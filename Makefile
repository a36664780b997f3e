# Every target sets up what it needs. The JDK is found by the script that also starts `plumb`.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

dist  := agent/cli/target/plumb
jdk    = $$(agent/cli/src/main/dist/libexec/jdk-home javac)
plumb := $(dist)/bin/plumb
jar   := $(dist)/lib/plumb.jar
maven  = JAVA_HOME="$(jdk)" mvn --batch-mode --no-transfer-progress -Dstyle.color=never
# Not --quiet, which hides warnings, and warnings fail the build.
quietly := -Dorg.slf4j.simpleLogger.defaultLogLevel=warn

# Bash counts SECONDS by itself, and the environment may bring it along.
seconds = $(if $(filter command line,$(origin SECONDS)),$(SECONDS),60)

.PHONY: help
help: ## Lists the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-22s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: build ## Tells the story: two clusters, a Git server, four tenants, and what becomes of a push.
	@testbed/build.sh controlplane kwok testbed demo
	@exec .build/testbed/bin/demo --plumb $(plumb)

.PHONY: build
build: tools ## Builds the command: agent/cli/target/plumb/bin/plumb.
	@if [ ! -e $(jar) ]; then echo "Building plumb: a minute, and more the first time, when Maven fetches its plugins"; fi
	@if [ ! -e $(jar) ] || [ -n "$$(find pom.xml agent -name target -prune -o -name '.?*' -prune -o -newer $(jar) -print -quit)" ]; then \
		$(maven) $(quietly) -Dmaven.test.skip -Dspotless.check.skip -pl agent/cli -am package && touch $(jar); fi
	@.ci/aot $(dist)

.PHONY: test
test: tools ## Builds everything, checks the format and runs all tests, against a real control plane.
	@testbed/build.sh all
	@cd testbed/cmd/testbed && go vet ./... && go test ./...
	@cd testbed/cmd/demo && go vet ./...
	@$(maven) verify
	@.ci/image

.PHONY: image-check
image-check: build ## Lays out what the Dockerfile packs and starts it as a container would, without Docker.
	@.ci/image

.PHONY: format
format: tools ## Formats the sources.
	@$(maven) $(quietly) spotless:apply
	@gofmt -w testbed

.PHONY: crds
crds: tools ## Writes manifests/crds anew from the records of agent/api.
	@$(maven) $(quietly) -pl agent/api -am test -Dtest=DefinitionsAreUpToDateTest -Dsurefire.failIfNoSpecifiedTests=false -Dplumbline.write=true
	@git status --short manifests/crds

.PHONY: kustomize-conformance
kustomize-conformance: tools ## Builds kustomize test cases and says which differ: CASES=directory, of folders with meta.json.
	@[ -d "$(CASES)" ] || { echo "make: give CASES=directory, a folder of cases with meta.json, input/ and expected.yaml" >&2; exit 2; }
	@$(maven) $(quietly) -pl agent/kustomize -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
	@"$(jdk)"/bin/java -cp agent/kustomize/target/test-classes:agent/kustomize/target/classes:"$$(<agent/kustomize/target/classpath)" \
		dev.plumbline.kustomize.Conformance "$(CASES)"

.PHONY: bench
bench: build ## Measures, as ratios against a peer or a floor in the same run.
	@testbed/build.sh kustomize
	@$(maven) $(quietly) -Dmaven.test.skip -Dspotless.check.skip -pl agent/bench -am package
	@"$(jdk)"/bin/java -cp "agent/bench/target/*:agent/bench/target/lib/*" dev.plumbline.bench.AgainstKustomize .build/testbed/bin/kustomize $(plumb)
	@"$(jdk)"/bin/java -cp "agent/bench/target/*:agent/bench/target/lib/*" org.openjdk.jmh.Main

.PHONY: bench-syncs
bench-syncs: build ## Times a first delivery against a bare flood of the same objects: SYNCS=1000 OBJECTS=5.
	@testbed/build.sh controlplane kwok testbed
	@$(maven) $(quietly) -Dmaven.test.skip -Dspotless.check.skip -pl agent/bench -am package
	@"$(jdk)"/bin/java @agent/cli/src/main/dist/libexec/agent.args -cp "agent/bench/target/*:agent/bench/target/lib/*" \
		dev.plumbline.bench.ManySyncs $(plumb) $(or $(SYNCS),1000) $(or $(OBJECTS),5)

.PHONY: bench-get
bench-get: build ## Times plumb get against kubectl get, as whole processes, on a hub with SYNCS=300.
	@testbed/build.sh controlplane kwok testbed
	@$(maven) $(quietly) -Dmaven.test.skip -Dspotless.check.skip -pl agent/bench -am package
	@"$(jdk)"/bin/java -cp "agent/bench/target/*:agent/bench/target/lib/*" \
		dev.plumbline.bench.GetAgainstKubectl $(plumb) .build/testbed/bin/kubectl $(or $(SYNCS),300)

.PHONY: kustomize-fuzz
kustomize-fuzz: tools ## Compares random trees with the real kustomize: SECONDS=60, SEED=number to repeat or go on.
	@testbed/build.sh kustomize
	@$(maven) $(quietly) -pl agent/kustomize -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
	@"$(jdk)"/bin/java -cp agent/kustomize/target/test-classes:agent/kustomize/target/classes:"$$(<agent/kustomize/target/classpath)" \
		dev.plumbline.kustomize.KustomizeFuzz .build/testbed/bin/kustomize $(seconds) $(if $(SEED),$(SEED),$$RANDOM$$RANDOM)

# Where the fuzz target TARGET is: agent/<module>/src/test/java/<package>/<TARGET>.java
fuzzed = $(shell find agent/*/src/test/java -name '$(TARGET).java')
fuzzed_module = $(word 2,$(subst /, ,$(fuzzed)))
fuzzed_class = $(patsubst agent/$(fuzzed_module)/src/test/java/%.java,%,$(fuzzed))

.PHONY: fuzz
fuzz: tools ## Feeds mutated bytes to one of our readers with Jazzer: TARGET=SurvivesAnyYamlTest SECONDS=60.
	@[ -n "$(TARGET)" ] && [ -n "$(fuzzed)" ] || { echo "make: give TARGET=name, one of:" >&2; \
		grep -rl --include='*.java' '@FuzzTest' agent/*/src/test | sed 's|.*/|  |; s|\.java$$||' | sort >&2; exit 2; }
	@$(maven) $(quietly) -pl agent/$(fuzzed_module) -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
	@mkdir -p agent/$(fuzzed_module)/target/$(TARGET)
	@"$(jdk)"/bin/java -Xmx1g -cp agent/$(fuzzed_module)/target/test-classes:agent/$(fuzzed_module)/target/classes:"$$(<agent/$(fuzzed_module)/target/classpath)" \
		com.code_intelligence.jazzer.Jazzer --target_class=$(subst /,.,$(fuzzed_class)) \
		-max_total_time=$(seconds) -timeout=10 -rss_limit_mb=4096 -artifact_prefix=agent/$(fuzzed_module)/target/$(TARGET)- \
		agent/$(fuzzed_module)/target/$(TARGET) agent/$(fuzzed_module)/src/test/resources/$(fuzzed_class)Inputs/*

.PHONY: clean
clean: ## Removes what was built, but not .build: its control plane takes minutes to build.
	@rm -rf target agent/target agent/*/target

.PHONY: tools
tools:
	@.ci/tools
