module dev.plumbline/testbed/cmd/demo

go 1.26.0
