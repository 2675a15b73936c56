# syntax=docker/dockerfile:1

# Builds the dashboard, for which the development dependencies are needed.
FROM node:24-bookworm-slim AS dashboard
WORKDIR /redial
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# What Redial runs with: its own Node and, for the embedded mode, PostgreSQL are among the packages.
FROM node:24-bookworm-slim AS packages
WORKDIR /redial
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY scripts/trim-packages.sh scripts/trim-packages.sh
RUN sh scripts/trim-packages.sh

FROM debian:bookworm-slim
WORKDIR /redial
# PostgreSQL needs a user with a name.
RUN useradd --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin redial
RUN install --directory --owner=redial --group=redial --mode=0700 /data
COPY --from=packages /redial/node_modules node_modules
COPY --from=dashboard /redial/dist dist
COPY package.json ./
COPY contract contract
COPY probe probe
COPY server server
ENV NODE_ENV=production PATH=/redial/node_modules/.bin:$PATH HOST=0.0.0.0 DATA_DIR=/data
USER redial
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "server/commands/health-check.ts"]
# Redial stops in order within 20 seconds of SIGTERM.
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
