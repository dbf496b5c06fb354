# The build: the Swift toolchain on the same Debian as the image below, and the libraries' headers.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libssl-dev zlib1g-dev libsqlite3-dev libcurl4-openssl-dev \
        pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Sources Sources
# The manifest names the test targets, and the package manager looks for their folders.
COPY Tests Tests
# With Swift's own library inside the program, the image needs no Swift.
RUN swift build --configuration release --static-swift-stdlib --product chatos \
    && install -D "$(swift build --configuration release --static-swift-stdlib --show-bin-path)/chatos" \
        /out/chatos

# What the page uses of others' work.
FROM debian:bookworm-slim AS vendor
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3-venv esbuild node-yjs node-lib0 node-y-protocols \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY scripts/vendor.sh scripts/vendor-requirements.txt scripts/
RUN mkdir web && scripts/vendor.sh

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libssl3 libsqlite3-0 zlib1g libcurl4 ca-certificates libstdc++6 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 chatos \
    && useradd --system --gid 10001 --uid 10001 --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin chatos \
    && install --directory --owner=chatos --group=chatos /data
COPY --from=build /out/chatos /usr/local/bin/chatos
COPY web /usr/share/chatos/web
COPY --from=vendor /src/web/vendor /usr/share/chatos/web/vendor
# By number, so that whoever runs it can see that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
# bash speaks TCP, so that the image needs no HTTP client. /healthz answers 503 when the log can't be written.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["bash", "-c", "\
    exec 3<>/dev/tcp/127.0.0.1/8080 \
    && printf 'GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1:8080\\r\\nConnection: close\\r\\n\\r\\n' >&3 \
    && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# Behind a name other than a loopback one, add it: `docker run ... chatos --allow-host chat.example`.
ENTRYPOINT ["chatos", "serve", "--listen", "0.0.0.0:8080", "--data", "/data", "--web", "/usr/share/chatos/web", \
    "--demo", "/usr/share/chatos/web/rooms/demo.ndjson"]
