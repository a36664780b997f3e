package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	soon     = 20 * time.Second
	nginx    = "nginxinc/nginx-unprivileged:"
	oldImage = nginx + "1.27.2"
	newImage = nginx + "1.27.3"
)

// firstDeploy declares the platform, then the tenants, and waits until all that the overlays hold is
// live and Ready.
func (d *demo) firstDeploy() error {
	began := time.Now()
	if err := d.declare(strings.ReplaceAll(sources, "${GIT}", d.gitURL)+"---\n"+platform, len(targets)); err != nil {
		return err
	}
	d.screen.step("the platform's 2 Syncs: namespaces and identities of all tenants", time.Since(began), "live on both clusters")
	began = time.Now()
	generated := strings.Count(tenants, "kind: Tenant") * strings.Count(tenants, "kind: Environment") * len(targets)
	if err := d.declare(tenants, len(targets)+generated); err != nil {
		return err
	}
	if err := d.nothingLostOrLeaked(); err != nil {
		return err
	}
	d.screen.step(fmt.Sprintf("3 Tenants in 2 Environments: %d Syncs are generated, and live", generated), time.Since(began))
	for _, s := range d.syncs() {
		if s.target() != targets[0] || strings.HasPrefix(s.name(), "platform") {
			continue
		}
		short := strings.TrimSuffix(s.short(), "-"+targets[0])
		line := fmt.Sprintf("%-14s %d objects", short, s.total())
		for _, target := range targets {
			line += fmt.Sprintf("   %s %s", target, seconds(d.readyAfterCreated(d.sync(short+"-"+target).name())))
		}
		d.screen.detail("%s", line)
	}
	return nil
}

// declare applies objects to the hub and waits until there are so many Syncs, all Ready.
func (d *demo) declare(objects string, count int) error {
	if _, err := d.hub().run(objects, "apply", "--server-side", "-f", "-"); err != nil {
		return err
	}
	_, err := d.expect(time.Minute, fmt.Sprintf("%d Syncs to be Ready", count), func() string {
		if have := len(d.syncs()); have != count {
			return fmt.Sprintf("there are %d Syncs", have)
		}
		return d.ready("")()
	})
	return err
}

func (d *demo) readyAfterCreated(name string) time.Duration {
	key := "syncs " + hubNamespace + "/" + name
	created, _ := d.hub().first(time.Time{}, key, func(sighting) bool { return true })
	ready, _ := d.hub().first(time.Time{}, key, func(saw sighting) bool { return hubSync{saw.object}.phase() == "Ready" })
	return ready.at.Sub(created.at)
}

// nothingLostOrLeaked compares what carries our marks with what kustomize makes of the work tree.
func (d *demo) nothingLostOrLeaked() error {
	for _, s := range d.syncs() {
		built, err := d.built(filepath.Join(d.fleet.dir, s.path()))
		if err != nil {
			return err
		}
		wanted := strings.Count("\n"+built, "\nkind: ")
		cluster := d.clusters[slices.Index(targets, s.target())]
		if _, err := d.expect(soon, fmt.Sprintf("%d objects of %s on %s, as kustomize makes them", wanted, s.name(), s.target()), func() string {
			if have := len(cluster.delivered(s.name())); have != wanted || s.total() != wanted {
				return fmt.Sprintf("there are %d, and the Sync tells of %d", have, s.total())
			}
			return ""
		}); err != nil {
			return err
		}
	}
	return nil
}

// built is what a directory holds: what kustomize makes of it, or its files as they are.
func (d *demo) built(dir string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, "kustomization.yaml")); err == nil {
		return d.hub().run("", "kustomize", dir)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&all, "%s---\n", text)
	}
	return all.String(), nil
}

// raiseImage changes one overlay, which two Syncs deliver.
func (d *demo) raiseImage() error {
	affected := []string{"acme-prod-eu-1", "acme-prod-us-1"}
	before, audited := d.operations(), d.audited()
	if err := d.fleet.replace("acme/overlays/prod/kustomization.yaml", "newTag: 1.27.2", "newTag: 1.27.3"); err != nil {
		return err
	}
	pushed, err := d.fleet.push("acme: raise the image to 1.27.3")
	if err != nil {
		return err
	}
	live, err := d.expect(soon, "the image "+newImage+" in acme-prod on both clusters", func() string {
		for _, c := range d.clusters {
			if image := imageOf(c.get("deployments", "acme-prod", "web")); image != newImage {
				return fmt.Sprintf("%s has %s", c.target, orNone(image))
			}
		}
		return ""
	})
	if err != nil {
		return err
	}
	ready, err := d.expect(soon, "the rollout to end", d.ready(pushed.commit, affected...))
	if err != nil {
		return err
	}
	requests, err := d.requestsSince(audited)
	if err != nil {
		return err
	}
	d.screen.step("acme raises its image to 1.27.3, pushes", live.Sub(pushed.began), "live on "+strings.Join(targets, ", "), pushed.brief())
	d.screen.detail("rolled out after %s · %d of %d Syncs ran · %d API requests, hub and targets together",
		seconds(ready.Sub(pushed.began)), d.ranSince(before), len(before), requests)
	if ran := d.ranSince(before); ran != len(affected) {
		return fmt.Errorf("expected only %s to run, but %d Syncs ran", strings.Join(affected, " and "), ran)
	}
	return nil
}

func imageOf(deployment object) string {
	for _, container := range deployment.list("spec", "template", "spec", "containers") {
		return container.text("image")
	}
	return ""
}

func (d *demo) audited() (sizes []int64) {
	for _, c := range d.clusters {
		sizes = append(sizes, c.auditSize())
	}
	return sizes
}

func (d *demo) requestsSince(sizes []int64) (count int, err error) {
	for i, c := range d.clusters {
		more, err := c.asked(sizes[i])
		if err != nil {
			return 0, err
		}
		count += len(more)
	}
	return count, nil
}

// scaleByHand does what somebody does who does not know about Git.
func (d *demo) scaleByHand() error {
	c, began := d.clusters[0], time.Now()
	if _, err := c.run("", "scale", "deployment/web", "--namespace=acme-prod", "--replicas=9"); err != nil {
		return err
	}
	replicas := func(wanted int) func(sighting) bool {
		return func(saw sighting) bool { return saw.object.number("spec", "replicas") == wanted }
	}
	var taken, back sighting
	if _, err := d.expect(soon, "deployment/web in acme-prod to have 3 replicas again", func() string {
		var ok bool
		if taken, ok = c.first(began, "deployments acme-prod/web", replicas(9)); !ok {
			return "it was never seen with 9"
		}
		if back, ok = c.first(taken.at, "deployments acme-prod/web", replicas(3)); !ok {
			return "it has 9"
		}
		return ""
	}); err != nil {
		return err
	}
	var drift object
	if _, err := d.expect(soon, "acme-prod-eu-1 to say who took .spec.replicas and that it is repaired", func() string {
		for _, entry := range d.sync("acme-prod-eu-1").list("status", "drift") {
			if entry.text("field") == ".spec.replicas" && entry.text("repaired") != "" {
				drift = entry
				return d.sync("acme-prod-eu-1").lacks("")
			}
		}
		return "its status does not"
	}); err != nil {
		return err
	}
	d.screen.step("somebody runs: kubectl scale deployment/web --replicas=9", back.at.Sub(taken.at), "back to 3")
	d.screen.detail("%s: %s taken by %s", drift.text("object"), drift.text("field"), drift.text("by"))
	if !strings.Contains(drift.text("by"), "kubectl") {
		return fmt.Errorf("expected kubectl to be named as the one who took .spec.replicas, but it is %q", drift.text("by"))
	}
	return nil
}

// pushTypo breaks one Deployment, and changes its ConfigMap and another tenant in the same push.
func (d *demo) pushTypo() error {
	affected := []string{"globex-dev-eu-1", "globex-dev-us-1", "globex-prod-eu-1", "globex-prod-us-1"}
	before := d.clusters[0].get("deployments", "globex-dev", "worker")
	for _, edit := range []struct{ file, old, new string }{
		{"globex/base/worker.yaml", "      containers:\n", "      contaners:\n"},
		{"globex/base/worker.yaml", "queue: orders", "queue: invoices"},
		{"initech/overlays/prod/greeting.yaml", "what's happening?", "what would you say you do here?"},
	} {
		if err := d.fleet.replace(edit.file, edit.old, edit.new); err != nil {
			return err
		}
	}
	pushed, err := d.fleet.push("globex: take invoices, with a typo")
	if err != nil {
		return err
	}
	var held object
	at, err := d.expect(soon, "the worker of globex to be held back", func() string {
		for _, name := range affected {
			blocked := d.sync(name).list("status", "blocked")
			if len(blocked) != 1 || !strings.Contains(blocked[0].text("object"), "/worker") {
				return fmt.Sprintf("%s is %s and holds back %d objects: %s", name, d.sync(name).phase(), len(blocked), d.sync(name).message())
			}
			held = blocked[0]
		}
		return ""
	})
	if err != nil {
		return err
	}
	if _, err := d.expect(soon, "everything else in that push to go live", func() string {
		for _, c := range d.clusters {
			for _, namespace := range []string{"globex-dev", "globex-prod"} {
				if queue := c.get("configmaps", namespace, "worker").text("data", "queue"); queue != "invoices" {
					return fmt.Sprintf("the ConfigMap worker in %s on %s has %q", namespace, c.target, queue)
				}
			}
			if greeting := c.get("configmaps", "initech-prod", "web").text("data", "greeting"); !strings.Contains(greeting, "what would you say") {
				return fmt.Sprintf("initech on %s says %q", c.target, greeting)
			}
		}
		return ""
	}); err != nil {
		return err
	}
	after := d.clusters[0].get("deployments", "globex-dev", "worker")
	if before.number("metadata", "generation") != after.number("metadata", "generation") {
		return fmt.Errorf("expected the running worker of globex-dev to stay as it was, but it was written")
	}
	d.screen.step("globex pushes a Deployment with a typo", at.Sub(pushed.began), "held back")
	d.screen.detail("%s: %s", held.text("object"), held.text("message"))
	d.screen.detail("the worker that runs was not touched; its ConfigMap and every other tenant went on")

	fixed, err := d.fleet.revert()
	if err != nil {
		return err
	}
	at, err = d.expect(soon, "globex to be Ready again", d.ready(fixed.commit, affected...))
	if err != nil {
		return err
	}
	d.screen.step("globex reverts that", at.Sub(fixed.began), "Ready again")
	return nil
}

// deleteFile takes one object out of Git.
func (d *demo) deleteFile() error {
	if err := d.fleet.replace("acme/overlays/prod/kustomization.yaml", "- pdb.yaml\n", ""); err != nil {
		return err
	}
	if _, err := d.fleet.git("rm", "--quiet", "tenants/acme/overlays/prod/pdb.yaml"); err != nil {
		return err
	}
	pushed, err := d.fleet.push("acme: drop the disruption budget")
	if err != nil {
		return err
	}
	gone, err := d.expect(soon, "the PodDisruptionBudget of acme-prod to be pruned on both clusters", func() string {
		for _, c := range d.clusters {
			if c.get("poddisruptionbudgets", "acme-prod", "web") != nil {
				return "it is still on " + c.target
			}
		}
		return ""
	})
	if err != nil {
		return err
	}
	if _, err := d.expect(soon, "acme-prod to be Ready", d.ready(pushed.commit, "acme-prod-eu-1", "acme-prod-us-1")); err != nil {
		return err
	}
	d.screen.step("acme deletes a file, pushes", gone.Sub(pushed.began), "pruned on "+strings.Join(targets, ", "))
	return nil
}

// killInMidApply kills the agent while it creates objects, and takes them out of Git before it is
// back: only what was recorded before it was created can be found and deleted then.
func (d *demo) killInMidApply() error {
	const many, enough = 90, 15
	if err := d.fleet.replace("globex/overlays/dev/kustomization.yaml", "- ../../base\n", "- ../../base\n- many.yaml\n"); err != nil {
		return err
	}
	var text strings.Builder
	for i := range many {
		fmt.Fprintf(&text, "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: many-%02d\n", i)
	}
	if err := d.fleet.write("globex/overlays/dev/many.yaml", text.String()); err != nil {
		return err
	}
	before := d.uids()
	if _, err := d.fleet.push("globex: add many ConfigMaps"); err != nil {
		return err
	}
	if _, err := d.expect(soon, "the agent to begin with the many ConfigMaps", func() string {
		if there := d.manyOf(); there < enough {
			return fmt.Sprintf("there are %d", there)
		}
		return ""
	}); err != nil {
		return err
	}
	d.agent.kill()
	d.agent = nil
	time.Sleep(300 * time.Millisecond) // what was under way on the wire lands
	created := d.manyOf()
	d.screen.step(fmt.Sprintf("kill -9 of the agent while it creates %d ConfigMaps", many*len(targets)), 0, fmt.Sprintf("%d exist", created))
	if created == many*len(targets) {
		return fmt.Errorf("expected the agent to die in mid-apply, but all %d ConfigMaps exist", created)
	}

	reverted, err := d.fleet.revert()
	if err != nil {
		return err
	}
	if _, err := d.launchAgent(); err != nil {
		return err
	}
	// They are at the revision before: what the dead one was about to do has no revision any more.
	ready, err := d.expect(2*soon, "the restarted agent to delete what the dead one had created", func() string {
		lack := d.ready("")()
		if left := d.manyOf(); left > 0 {
			return fmt.Sprintf("%d of them are left; %s", left, orNone(lack))
		}
		return lack
	})
	if err != nil {
		return err
	}
	if err := d.nothingLostOrLeaked(); err != nil {
		return err
	}
	if !maps.Equal(before, d.uids()) {
		return fmt.Errorf("expected every other object to be the very one it was before, but some were made again")
	}
	d.screen.step("they are taken out of Git, and the agent is started again", ready.Sub(reverted.began), fmt.Sprintf("%d pruned, nothing lost, nothing leaked", created))
	return nil
}

func (d *demo) manyOf() (count int) {
	for _, c := range d.clusters {
		for _, o := range c.all("configmaps") {
			if strings.HasPrefix(o.name(), "many-") {
				count++
			}
		}
	}
	return count
}

// uids of all that was delivered, by cluster and object.
func (d *demo) uids() map[string]string {
	uids := map[string]string{}
	for _, c := range d.clusters {
		for _, resource := range delivered {
			for _, o := range c.all(resource.name) {
				uids[strings.Join([]string{c.target, resource.name, o.namespace(), o.name()}, " ")] = o.text("metadata", "uid")
			}
		}
	}
	return uids
}
