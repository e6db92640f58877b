# Functions of .ci/run and .ci/full, which source this file in the root of the project.

root=$PWD
export NO_COLOR=1 CI=true SCHEDKIT_BROWSER=required

output=$(mktemp)
folder=$(mktemp -d)
# An empty project in which the packed package is installed.
project=$folder/project
trap 'rm -rf "$output" "$folder"' EXIT

passed=0
failed=0
# Failures are repeated at the end, because often only the last lines of a long log are kept.
failures=$folder/failures.txt
close() {
  cat "$failures" 2>/dev/null || true
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] || exit 1
}

# Announces the next stage, with the time elapsed.
stage() { echo "== $1 (after $SECONDS s)"; }

# Runs tests and adds up their counts; a run that prints no final count counts as failed.
tests() {
  local counts
  "$@" 2>&1 | tee "$output" && status=0 || status=1
  counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1 || true)
  set -- ${counts:-0 passed, 0 failed}
  passed=$((passed + $1))
  failed=$((failed + $3))
  sed -n '/^FAILED/,/^ok  /{/^ok  /!p}' "$output" >>"$failures"
  if [ "$status" -ne 0 ] && [ "$3" -eq 0 ] || [ "$1" -eq 0 ]; then failed=$((failed + 1)); fi
}

# Runs a command or a function as one check; the first argument is the message if it fails.
check() {
  local status
  # Not as a condition, because there bash would ignore `set -e`.
  set +e
  (set -e; "${@:2}")
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    echo "$1" | tee -a "$failures"
    failed=$((failed + 1))
  fi
}

# Runs the proof of the kit. If it fails, its report is repeated at the end, without the servers that were judged rightly.
prove() {
  node dist/proof/runner/prove.js --jobs 2 "$@" | tee "$output" || {
    awk '/^ok /{ok = 1; next} /^[^ ]/{ok = 0} !ok' "$output" >>"$failures"
    return 1
  }
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo --non-interactive "$@"; fi; }
install_packages() {
  command -v apt-get >/dev/null || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install --yes --no-install-recommends "$@"
}

# Installs Debian packages unless a command already finds their content. Ends the run if they cannot be installed.
require() {
  local find=$1
  shift
  "$find" && return
  install_packages "$@" && "$find" && return
  echo "$find failed, and so did: apt-get install $*"
  failed=$((failed + 1))
  close
}

# Tests of pages need a browser.
find_browser() {
  [ -n "${CHROMIUM:-}" ] && return
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" >/dev/null && return
  done
  return 1
}
find_postgres() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

install() { npm install --silent --no-audit --no-fund "$@"; }
node_of() { echo "$folder/node-$1/node_modules/node/bin/node"; }

# Starts the server or the mock of the packed package on a free port, in the current folder; sets `url` and `token`.
start() {
  "$project/node_modules/.bin/schedkit" "$@" --port 0 --log json --control-token >ready.json &
  service=$!
  # Stops the service even if a check fails.
  trap 'kill "$service" 2>/dev/null || true' EXIT
  for _ in $(seq 100); do grep -q ready ready.json && break; sleep 0.1; done
  url=$(node -p 'JSON.parse(require("fs").readFileSync("ready.json", "utf8").split("\n")[0]).url')
  token=$(node -p 'JSON.parse(require("fs").readFileSync("ready.json", "utf8").split("\n")[0]).controlToken')
  curl --silent --fail --user "$(node --input-type=module -e '
    import { demo } from "schedkit/fixtures"
    const [user] = demo({ now: Date.now() }).users
    console.log(`${user.email}:${user.password}`)')" "$url/v1/users/me" >/dev/null
}
stop() {
  kill "$service"
  wait "$service"
}
certify() {
  "$project/node_modules/.bin/schedkit" conformance run --control "$url" --control-token "$token" --allow all --strict \
    "$@" --report json=report.json >certified.txt || { cat certified.txt; return 1; }
  tail -n 6 certified.txt
  node -e '
    const { verdict, counts, remains } = JSON.parse(require("fs").readFileSync("report.json", "utf8"))
    const whole = counts.planned === counts.passed + counts.observed && counts.notSelected === 0
    const left = [...remains, ...require("fs").readdirSync(".").filter(name => name.endsWith(".jsonl"))]
    if (left.length > 0) console.log(`Left behind: ${left.join()}`)
    process.exit(verdict === "conformant" && whole && left.length === 0 ? 0 : 1)'
}

# Runs a function in a folder.
within() {
  mkdir -p "$1"
  cd "$1"
  shift
  "$@"
}
