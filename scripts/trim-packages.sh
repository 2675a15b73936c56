#!/bin/sh
# Removes from node_modules what is never read at run time: for the image, where every MiB is pulled.
set -eu
cd "$(dirname "$0")/../node_modules"
# Source maps, type declarations and documents.
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' \) -delete
rm -rf .cache
