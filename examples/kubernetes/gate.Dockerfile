# The gate with the load of one service, for the manifests in this folder; plan and rules come from a ConfigMap.
# Build it where a release's archive and the compiled simulation are:
#
#   docker build --file gate.Dockerfile --tag registry.example/shop-gate:1 .
#
# `flamegate serve` needs no load: the image without the last COPY will do.
# A tag moves: name a digest (eclipse-temurin@sha256:…) where two builds have to be equal.
FROM eclipse-temurin:17-jdk
# For `compare --baseline git:…` and for a history on a branch; a bucket needs no git.
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
ADD flamegate-*.tar.gz /opt/
RUN mv /opt/flamegate-* /opt/flamegate && mkdir /workspace && chown 1000:1000 /workspace
COPY target/test-classes /load/classes
USER 1000:1000
WORKDIR /workspace
ENTRYPOINT ["/opt/flamegate/bin/flamegate"]
