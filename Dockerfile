# The agent's image: make build && docker build -t registry.example.com/plumbline:latest .
FROM eclipse-temurin:25-jre-noble
COPY agent/cli/target/plumb/bin /opt/plumb/bin
COPY agent/cli/target/plumb/lib/*.jar /opt/plumb/lib/
COPY agent/cli/target/plumb/libexec /opt/plumb/libexec
USER 65532:65532
ENTRYPOINT ["/opt/plumb/bin/plumb"]
CMD ["agent"]
