package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

//go:embed objects/umbrella.yaml
var umbrella string

//go:embed objects/umbrella
var umbrellaFiles embed.FS

const umbrellaOverlay = "umbrella/overlays/dev"

// newcomer lets a fourth tenant in: the platform makes room for it, and it pushes its directory.
func (d *demo) newcomer() error {
	if err := d.makeRoom(); err != nil {
		return err
	}
	audited, before := d.audited(), d.operations()
	if err := os.MkdirAll(d.fleet.path(umbrellaOverlay), 0o755); err != nil {
		return err
	}
	if err := d.bring("web.yaml", umbrellaOverlay+"/web.yaml"); err != nil {
		return err
	}
	pushed, err := d.fleet.push("umbrella: join")
	if err != nil {
		return err
	}
	live, err := d.expect(soon, "umbrella to be live on both clusters", func() string {
		for _, c := range d.clusters {
			if c.get("services", "umbrella-dev", "web") == nil {
				return c.target + " has no Service web in umbrella-dev"
			}
		}
		return ""
	})
	if err != nil {
		return err
	}
	if _, err := d.expect(soon, "umbrella to be Ready", d.ready(pushed.commit, "umbrella-dev-eu-1", "umbrella-dev-us-1")); err != nil {
		return err
	}
	const account = "system:serviceaccount:umbrella-system:plumbline"
	for i, c := range d.clusters {
		writers, err := c.writers(audited[i], "umbrella-dev")
		if err != nil {
			return err
		}
		if len(writers) != 1 || writers[0] != account {
			return fmt.Errorf("expected only %s to write in umbrella-dev on %s, but it was %v", account, c.target, writers)
		}
	}
	d.screen.step("umbrella pushes its directory", live.Sub(pushed.began), "live on "+strings.Join(targets, ", "), pushed.brief())
	d.screen.detail("delivered as %s · %d of the %d other Syncs ran", account, d.ranSince(before), len(before))
	if ran := d.ranSince(before); ran != 0 {
		return fmt.Errorf("expected no other Sync to run, but %d did", ran)
	}
	return nil
}

// makeRoom adds namespaces and an identity to the platform, then the Tenant.
func (d *demo) makeRoom() error {
	began := time.Now()
	if err := d.bring("platform.yaml", "platform/umbrella.yaml"); err != nil {
		return err
	}
	if err := d.fleet.replace("platform/kustomization.yaml", "- identities.yaml\n", "- identities.yaml\n- umbrella.yaml\n"); err != nil {
		return err
	}
	pushed, err := d.fleet.push("platform: make room for umbrella")
	if err != nil {
		return err
	}
	if _, err := d.expect(soon, "the platform to be Ready", d.ready(pushed.commit, "platform-eu-1", "platform-us-1")); err != nil {
		return err
	}
	if _, err := d.hub().run(umbrella, "apply", "--server-side", "-f", "-"); err != nil {
		return err
	}
	d.screen.step("a fourth tenant: the platform makes room, and declares it", time.Since(began))
	return nil
}

// reachOut has the newcomer push a manifest for a namespace of somebody else.
func (d *demo) reachOut() error {
	if err := d.bring("greedy.yaml", umbrellaOverlay+"/greedy.yaml"); err != nil {
		return err
	}
	before := d.clusters[0].get("configmaps", "acme-prod", "web")
	pushed, err := d.fleet.push("umbrella: reach out")
	if err != nil {
		return err
	}
	affected := []string{"umbrella-dev-eu-1", "umbrella-dev-us-1"}
	var held object
	at, err := d.expect(soon, "the manifest for acme-prod to be refused", func() string {
		for _, name := range affected {
			blocked := d.sync(name).list("status", "blocked")
			if len(blocked) != 1 || blocked[0].text("reason") != "NotAllowed" {
				return fmt.Sprintf("%s is %s: %s", name, d.sync(name).phase(), d.sync(name).message())
			}
			held = blocked[0]
		}
		return ""
	})
	if err != nil {
		return err
	}
	after := d.clusters[0].get("configmaps", "acme-prod", "web")
	if before.text("metadata", "resourceVersion") != after.text("metadata", "resourceVersion") {
		return fmt.Errorf("expected the ConfigMap of acme-prod to stay as it was, but it was written")
	}
	d.screen.step("umbrella pushes a manifest for the namespace acme-prod", at.Sub(pushed.began), "refused")
	d.screen.detail("%s: %s", held.text("object"), held.text("message"))
	reverted, err := d.fleet.revert()
	if err != nil {
		return err
	}
	_, err = d.expect(soon, "umbrella to be Ready again", d.ready(reverted.commit, affected...))
	return err
}

func (d *demo) bring(from, to string) error {
	text, err := umbrellaFiles.ReadFile(filepath.Join("objects/umbrella", from))
	if err != nil {
		return err
	}
	return d.fleet.write(to, string(text))
}
