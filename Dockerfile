# Corvid beside one workspace, for clients over HTTP.
#   docker build -t corvid .
#   docker run --rm -p 127.0.0.1:8931:8931 -v "$PWD:/workspace" -v ./token:/run/secrets/corvid-token:ro corvid

# The base is named by its digest, which no registry can change. For a newer one change version and digest together:
#   docker buildx imagetools inspect node:VERSION-bookworm-slim
FROM node:22.21.0-bookworm-slim@sha256:f9f7f95dcf1f007b007c4dcd44ea8f7773f931b71dc79d57c216e731c87a090b AS build
WORKDIR /build
COPY . .
RUN npm ci
RUN npm pack --pack-destination /build/packed
RUN npm install --global --prefix /build/installed --no-audit --no-fund /build/packed/corvid-*.tgz

FROM node:22.21.0-bookworm-slim@sha256:f9f7f95dcf1f007b007c4dcd44ea8f7773f931b71dc79d57c216e731c87a090b
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bash=5.* git=1:2.* tmux=3.* \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 corvid \
  && useradd --uid 10001 --gid corvid --create-home corvid \
  && install --directory --owner corvid --group corvid /workspace /state
COPY --from=build /build/installed /usr/local
USER 10001:10001
WORKDIR /workspace
ENV SHELL=/bin/bash
EXPOSE 8931
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:8931/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["corvid", "mcp"]
CMD ["--http", "0.0.0.0:8931", "--token-file", "/run/secrets/corvid-token", "--root", "/workspace", "--state-dir", "/state"]
