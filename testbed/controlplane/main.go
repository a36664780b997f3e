// Command controlplane is etcd, the Kubernetes control plane and kubectl in one file, so that one
// build serves them all. Its own name (a link called kubectl) or else its first argument tells
// which program it is; the rest of the arguments is that program's.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	programs := map[string]func() int{
		"etcd":                    func() int { etcdmain.Main(os.Args); return 0 },
		"kube-apiserver":          command(apiserver.NewAPIServerCommand),
		"kube-controller-manager": command(controllers.NewControllerManagerCommand),
		"kube-scheduler":          command(func() *cobra.Command { return scheduler.NewSchedulerCommand() }),
		"kubectl":                 command(kubectl.NewDefaultKubectlCommand),
	}
	program, known := programs[filepath.Base(os.Args[0])]
	if !known && len(os.Args) > 1 {
		// The programs read os.Args themselves, so they must see only what is theirs.
		os.Args = os.Args[1:]
		program, known = programs[os.Args[0]]
	}
	if !known {
		fmt.Fprintln(os.Stderr, "controlplane: the first argument must be one of etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kubectl")
		os.Exit(2)
	}
	os.Exit(program())
}

func command(constructor func() *cobra.Command) func() int {
	return func() int { return cli.Run(constructor()) }
}
