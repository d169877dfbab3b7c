# docker build --tag gantry .
# The image serves the console and the API on port 7300, with its data in /data. It runs as the user "node" and writes nowhere else:
# docker run --read-only --tmpfs /tmp --volume gantry-data:/data --publish 127.0.0.1:7300:7300 gantry
# Both stages are published for amd64 and arm64, and every native package brings its build for both.
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run release -- --out /release

FROM ${NODE}
RUN apt-get update && apt-get install --yes --no-install-recommends tini ca-certificates && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/release,target=/release \
    npm install --global --ignore-scripts --no-audit --no-fund /release/gantry-[0-9]*.tgz && npm cache clean --force
RUN install --directory --owner=node --group=node --mode=0700 /data
ENV NODE_ENV=production GANTRY_HOST=0.0.0.0 GANTRY_PORT=7300 GANTRY_DATA=/data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 7300
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.GANTRY_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Signals reach the server, which drains for 5 seconds and gives calls in progress 10 more: docker stop --time 30.
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "gantry-server"]
