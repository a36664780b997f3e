module dev.plumbline/testbed/cmd/testbed

go 1.26.0
