#!/usr/bin/env bash
# Builds the testbed's programs, each once per state of its sources: build.sh controlplane|kwok|kustomize|testbed|demo|all
# Links to the newest ones are in .build/testbed/bin. Silent when there is nothing to do.
# PLUMBLINE_TESTBED_CACHE: a directory for the builds, which several clones may share.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${here%/*}/.build/testbed
cache=$(realpath -m "${PLUMBLINE_TESTBED_CACHE:-$home}")
kubernetes=v1.36.3
kustomize=v5.8.1
export CGO_ENABLED=0 GOWORK=off

build() {
	local tool=$1 dir=$2 package=$3 usually=$4 variables=${5:-}
	local hash out lock started
	hash=$({ echo "$variables" && cd "$dir" && find . -type f ! -name '*_test.go' ! -path '*/testdata/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum)
	out=$cache/$tool-${hash:0:16}
	if [ ! -x "$out/$tool" ]; then
		command -v go >/dev/null || {
			echo "testbed: could not build $tool: there is no go on the PATH; install Go 1.26 or newer" >&2
			exit 1
		}
		mkdir -p "$cache"
		exec {lock}>"$cache/.$tool.lock"
		flock --nonblock "$lock" || {
			echo "testbed: waiting for another build of $tool" >&2
			flock "$lock"
		}
		# Another run may have built it while this one waited.
		if [ ! -x "$out/$tool" ]; then
			echo "testbed: building $tool (with empty Go caches this usually takes $usually)" >&2
			started=$SECONDS
			failing=$tool
			scratch=$(mktemp -d "$cache/.$tool.XXXXXX")
			trap 'rm -rf "$scratch"; echo "testbed: $failing is not built, see above" >&2' EXIT
			(cd "$dir" && go build -v -buildvcs=false -trimpath -ldflags "-s -w $variables" -o "$scratch/$tool" "$package") 2>&1 | progress "$tool" >&2
			chmod 755 "$scratch"
			mv -T "$scratch" "$out"
			trap - EXIT
			echo "testbed: built $tool in $((SECONDS - started)) s" >&2
		fi
		exec {lock}>&-
	fi
	link "$out/$tool" "$tool"
}

# Of what go build -v says, passes on complaints, and a count now and then.
progress() {
	local line count=0
	while IFS= read -r line; do
		case $line in
		'go: downloading '*) ;;
		*' '*) echo "$line" ;;
		*) [ $((++count % 250)) -ne 0 ] || echo "testbed: $1: $count packages compiled" ;;
		esac
	done
}

link() {
	local target=$1 name=$home/bin/$2
	[ "$(readlink "$name" 2>/dev/null)" != "$target" ] || return 0
	mkdir -p "$home/bin"
	ln -sfn "$target" "$name.$$"
	mv -T "$name.$$" "$name"
}

one() {
	local base=k8s.io/component-base/version
	case $1 in
	controlplane)
		build controlplane "$here/controlplane" . '5 to 10 minutes' "-X $base.gitVersion=$kubernetes -X $base.gitMajor=1 -X $base.gitMinor=36 -X $base.gitTreeState=clean"
		link "$(readlink "$home/bin/controlplane")" kubectl
		;;
	kwok) build kwok "$here/kwok" sigs.k8s.io/kwok/cmd/kwok '1 to 3 minutes' ;;
	kustomize) build kustomize "$here/kustomize" sigs.k8s.io/kustomize/kustomize/v5 'half a minute' "-X sigs.k8s.io/kustomize/api/provenance.version=$kustomize" ;;
	testbed) build testbed "$here/cmd/testbed" . '10 s' ;;
	demo) build demo "$here/cmd/demo" . '10 s' ;;
	all) for tool in controlplane kwok kustomize testbed; do one "$tool"; done ;;
	*)
		echo "build.sh: cannot build '$1'; name one of controlplane, kwok, kustomize, testbed, demo, all" >&2
		exit 2
		;;
	esac
}

[ $# -gt 0 ] || set -- all
for tool; do one "$tool"; done
