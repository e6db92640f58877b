#!/usr/bin/env bash
# What other people's tools say about the OpenAPI document. They are installed in a folder of their own, which is kept and
# used again if it is named: proof/openapi/tools/run.sh [FOLDER]. The project has to be built.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD
if [ $# -gt 0 ]; then
  folder=$1
  mkdir -p "$folder"
else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
export REDOCLY_TELEMETRY=off SCARF_ANALYTICS=false NO_COLOR=1

cp -R proof/openapi/tools/. "$folder"
(cd "$folder" && { npm ls >/dev/null 2>&1 || npm ci --silent --no-audit --no-fund --ignore-scripts; })
node dist/node/schedkit.js openapi --out "$folder/openapi.json"
# The kit reads with `fields`, too.
node dist/node/schedkit.js openapi --profile strict --out "$folder/strict.json"
node dist/node/schedkit.js openapi --contract --out "$folder/contract.json"
cd "$folder"
export PATH="$folder/node_modules/.bin:$PATH"

passed=0
failed=0
check() {
  local title=$1
  shift
  if "$@" >output.txt 2>&1; then
    echo "ok      $title"
    passed=$((passed + 1))
  else
    echo "FAILED  $title"
    cat output.txt
    failed=$((failed + 1))
  fi
}

# A client with generated types sends every operation to a server with the demo.
run_client() {
  local service url status
  # By default a member with a default value would be required in bodies, too.
  openapi-typescript openapi.json --output types.ts --default-non-nullable false && tsc || return 1
  : >ready.json
  node "$root/dist/node/schedkit.js" serve --port 0 --log json >ready.json &
  service=$!
  for _ in $(seq 100); do grep -q ready ready.json && break; sleep 0.1; done
  url=$(node -p 'JSON.parse(require("fs").readFileSync("ready.json", "utf8").split("\n")[0]).url')
  node out/client.js "$url" && status=0 || status=1
  kill "$service"
  wait "$service" || true
  return "$status"
}

# The longest one goes on beside the others.
node "$root/dist/proof/openapi/prism.js" . strict.json >prism.txt 2>&1 &
prism=$!
run_kit() {
  local status=0
  wait "$prism" || status=$?
  cat prism.txt
  return "$status"
}

for document in openapi strict contract; do
  check "redocly lint, $document.json" redocly lint "$document.json" --max-problems 20
  check "spectral lint, $document.json" spectral lint "$document.json" --fail-severity warn
done
check 'openapi-typescript: the types compile, and a client with them runs all 27 operations' run_client
check 'Prism: no response to the conformance kit violates the document' run_kit
tail -n 1 output.txt
check 'Prism: a member that is dropped or renamed violates the document' \
  node "$root/dist/proof/openapi/prism-members.js" . openapi.json
tail -n 1 output.txt
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
