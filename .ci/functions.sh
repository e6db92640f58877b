# What .ci/run and .ci/full share: they source it in the root of the project.

root=$PWD
export NO_COLOR=1 CI=true SCHEDKIT_BROWSER=required

output=$(mktemp)
folder=$(mktemp -d)
trap 'rm -rf "$output" "$folder"' EXIT

passed=0
failed=0
close() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] || exit 1
}

# Says what comes next, and how long all before it took.
stage() { echo "== $1 (after $SECONDS s)"; }

# Runs tests and adds what they counted; a run without a closing count has failed as a whole.
tests() {
  local counts
  "$@" 2>&1 | tee "$output" && status=0 || status=1
  counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1 || true)
  set -- ${counts:-0 passed, 0 failed}
  passed=$((passed + $1))
  failed=$((failed + $3))
  if [ "$status" -ne 0 ] && [ "$3" -eq 0 ] || [ "$1" -eq 0 ]; then failed=$((failed + 1)); fi
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo --non-interactive "$@"; fi; }
install_packages() {
  command -v apt-get >/dev/null || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install --yes --no-install-recommends "$@"
}

# Installs Debian packages unless a command finds what they bring; without it, the run ends.
require() {
  local find=$1
  shift
  "$find" && return
  install_packages "$@" && "$find" && return
  echo "$find failed, and so did: apt-get install $*"
  failed=$((failed + 1))
  close
}
find_postgres() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

install() { npm install --silent --no-audit --no-fund "$@"; }
node_of() { echo "$folder/node-$1/node_modules/node/bin/node"; }
