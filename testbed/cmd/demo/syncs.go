package main

import (
	"fmt"
	"strings"
)

// hubSync is what the hub says of one Sync.
type hubSync struct{ object }

func (d *demo) hub() *cluster { return d.clusters[0] }

func (d *demo) syncs() (all []hubSync) {
	for _, o := range d.hub().all("syncs") {
		all = append(all, hubSync{o})
	}
	return all
}

// sync finds one by its short name.
func (d *demo) sync(short string) hubSync {
	for _, s := range d.syncs() {
		if s.short() == short {
			return s
		}
	}
	return hubSync{}
}

// short is the name without the digits at the end of a generated one.
func (s hubSync) short() string {
	if of := s.text("metadata", "annotations", "plumbline.dev/generated-for"); of != "" {
		return strings.ReplaceAll(of, "/", "-")
	}
	return s.name()
}

func (s hubSync) target() string    { return s.text("spec", "targetRef", "name") }
func (s hubSync) path() string      { return s.text("spec", "path") }
func (s hubSync) phase() string     { return s.text("status", "phase") }
func (s hubSync) operation() string { return s.text("status", "operation") }
func (s hubSync) total() int        { return s.number("status", "objects", "total") }

func (s hubSync) at(commit string) bool {
	return strings.HasSuffix(s.text("status", "revision", "applied"), commit)
}

// lacks says what keeps it from being Ready at a commit, any if it is empty.
func (s hubSync) lacks(commit string) string {
	if s.object == nil {
		return "a Sync is not there"
	}
	if s.phase() != "Ready" || commit != "" && !s.at(commit) {
		return fmt.Sprintf("%s is %s at %s: %s", s.name(), orNone(s.phase()), orNone(s.text("status", "revision", "brief")), s.message())
	}
	return ""
}

func (s hubSync) message() string {
	for _, condition := range s.list("status", "conditions") {
		if condition.text("type") == "Ready" {
			return condition.text("message")
		}
	}
	return "no Ready condition yet"
}

func orNone(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// ready asks for these Syncs, or for all.
func (d *demo) ready(commit string, names ...string) func() string {
	return func() string {
		if len(names) == 0 {
			for _, s := range d.syncs() {
				if lack := s.lacks(commit); lack != "" {
					return lack
				}
			}
			return ""
		}
		for _, name := range names {
			if lack := d.sync(name).lacks(commit); lack != "" {
				return lack
			}
		}
		return ""
	}
}

// operations remembers the last run of every Sync, to tell later which ran.
func (d *demo) operations() map[string]string {
	operations := map[string]string{}
	for _, s := range d.syncs() {
		operations[s.name()] = s.operation()
	}
	return operations
}

// ranSince counts those that were there before and ran; one that came since is no news.
func (d *demo) ranSince(before map[string]string) (count int) {
	for _, s := range d.syncs() {
		if last, known := before[s.name()]; known && s.operation() != last {
			count++
		}
	}
	return count
}

// delivered are the objects on a cluster that carry the mark of a Sync.
func (c *cluster) delivered(sync string) (all []object) {
	for _, resource := range delivered {
		for _, o := range c.all(resource.name) {
			if o.text("metadata", "annotations", "plumbline.dev/sync") == hubNamespace+"/"+sync {
				all = append(all, o)
			}
		}
	}
	return all
}
