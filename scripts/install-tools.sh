#!/bin/sh
# Installs what the tests run besides Node and npm, on Debian and Ubuntu, as root: without these, tests are
# skipped, or fail with REQUIRE_ALL_TOOLS=1 and REQUIRE_ALL_BROWSERS=1. Docker's client is not among them,
# because its package also installs and starts a daemon.
set -eu
apt-get update
# Browsers.
apt-get install --yes chromium-headless-shell || apt-get install --yes chromium
apt-get install --yes firefox-esr webkit2gtk-driver xvfb
# What the documents name: curl, openssl, promtool, systemd-analyze, and PostgreSQL's own programs.
apt-get install --yes curl openssl postgresql prometheus systemd
# kubectl
apt-get install --yes kubernetes-client || apt-get install --yes kubectl
# Faults: a pooler, dropped packets, a traced start; other networks, mounts and users; a terminal.
apt-get install --yes bsdutils iproute2 nftables pgbouncer strace util-linux
