#!/usr/bin/env bash
# Runs third-party tools on the OpenAPI document. They are installed in a folder of their own, which is kept and reused if it is
# named: proof/openapi/tools/run.sh [FOLDER]. The project has to be built.
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
# For Prism: the profile `strict`, because the kit also reads with `fields`.
node dist/node/schedkit.js openapi --profile strict --out "$folder/strict.json"
node dist/node/schedkit.js openapi --contract --out "$folder/contract.json"
node dist/node/schedkit.js openapi --workflows --out "$folder/workflows.json"
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

# Starts `schedkit serve` or `schedkit mock` with the demo data; sets its process, URL and token.
start() {
  : >ready.json
  node "$root/dist/node/schedkit.js" "$1" --port 0 --log json --control-token >ready.json &
  service=$!
  for _ in $(seq 100); do grep -q ready ready.json && break; sleep 0.1; done
  read -r url token < <(node -p 'const ready = JSON.parse(require("fs").readFileSync("ready.json", "utf8").split("\n")[0]); `${ready.url} ${ready.controlToken}`')
}
stop() {
  kill "$service"
  wait "$service" || true
}

# A client with generated types sends every operation to a server with the demo data.
run_client() {
  local service url token status
  # By default, a member with a default value would be required in bodies too.
  openapi-typescript openapi.json --output types.ts --default-non-nullable false && tsc || return 1
  start serve
  node out/client.js "$url" && status=0 || status=1
  stop
  return "$status"
}

# The clients of three more generators, without settings, send ten requests each.
run_generated() {
  local service url token status
  openapi-ts --input openapi.json --output hey --client @hey-api/client-fetch &&
    orval --input openapi.json --output orval/api.ts --client fetch &&
    kubb generate &&
    tsc --project tsconfig.generated.json &&
    "$root/node_modules/.bin/esbuild" generated.ts --bundle --format=esm --platform=node --outfile=generated.mjs || return 1
  start serve
  node generated.mjs "$url" && status=0 || status=1
  stop
  return "$status"
}

# Runs the workflows as they are written. The secret is in an e-mail, which the control interface shows.
run_workflows() {
  local service url token secret status
  start "$1"
  redocly respect workflows.json --server "scheduling=$url" --skip activate --input '{
      "email": "mira@ribeira.example", "password": "mira-demo", "scheduleId": "lisbon-studio",
      "title": "Visit", "start": "2026-12-01 09:00", "end": "2026-12-01 10:00", "resourceId": 1, "newResourceId": 2,
      "invited": "rui@sado-basin.example", "role": "viewer", "newEmail": "mira.duarte@ribeira.example"
    }' &&
    secret=$(curl --silent --fail --header "Authorization: Bearer $token" "$url/_control/outbox" |
      grep --only-matching --max-count 1 '/v1/activations/[^"\\]*' | head -n 1 | sed 's#.*/##') &&
    redocly respect workflows.json --server "scheduling=$url" --workflow activate --input "{\"secret\": \"$secret\"}" &&
    curl --silent --fail --user mira.duarte@ribeira.example:mira-demo "$url/v1/users/me" && status=0 || status=1
  stop
  return "$status"
}

# The longest step runs in parallel with the others.
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
check 'hey-api, orval and kubb: their clients compile as they come, and run ten calls each' run_generated
check 'redocly lint, workflows.json' redocly lint workflows.json
for host in serve mock; do
  check "redocly respect: every workflow reaches its goal on schedkit $host" run_workflows "$host"
done
check 'Prism: no response to the conformance kit violates the document' run_kit
tail -n 1 output.txt
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
