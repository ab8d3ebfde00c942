# shellcheck shell=sh disable=SC2154
# Shared by ./loadgen and ./test, which set `root` and then read this file. POSIX sh.

# What a release is built with; changing it builds anew.
release_flags=${LOADGEN_RELEASE_FLAGS--Xswiftc -cross-module-optimization}

tell() { printf '%s\n' "$*" >&2; }

# Runs a command whose output matters only when it fails.
quietly() {
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then
        rm -f "$log"
    else
        code=$?
        cat "$log" >&2
        rm -f "$log"
        return "$code"
    fi
}

# The packages of these kinds that dpkg does not know as installed. No process is started for it: a launcher that has
# nothing to do must be instant.
missing_packages() {
    missing=
    [ -d /var/lib/dpkg/info ] || return 0
    while read -r kind package; do
        case " $* " in *" $kind "*) ;; *) continue ;; esac
        for list in "/var/lib/dpkg/info/$package.list" "/var/lib/dpkg/info/$package":*.list; do
            [ -e "$list" ] && continue 2
        done
        missing="$missing $package"
    done <"$root/scripts/packages.txt"
}

# Installs what is missing, and says what.
install_packages() {
    missing_packages "$@"
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then
        as_root=sudo
        if ! command -v sudo >/dev/null; then
            tell "these Debian packages are missing; as root: apt-get install$missing"
            return 1
        fi
    fi
    tell "installing$missing"
    # The lists of packages may be there already; they are fetched only when the first attempt shows that they are not.
    apt_get install >/dev/null 2>&1 && return 0
    quietly apt_get update && quietly apt_get install
}

# shellcheck disable=SC2086 # several words in both
apt_get() {
    if [ "$1" = update ]; then set -- update; else set -- install -y --no-install-recommends $missing; fi
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

# Whether a stamp is older than what a release is made from, or of other flags. A stamp is from before the build began and
# holds the flags, so neither an edit meanwhile nor another choice of flags goes unseen.
is_outdated() {
    [ -f "$1" ] || return 0
    read -r flags <"$1" || :
    [ "$flags" = "$release_flags" ] || return 0
    [ -n "$(find "$root/Package.swift" "$root/Sources" "$root/Tests/SimulationKit" -newer "$1" -print -quit)" ]
}

is_stale() {
    [ -x "$root/.build/release/$1" ] || return 0
    is_outdated "$root/.build/release-$1.stamp"
}

# A changed release is built from nothing: the compiler puts code of one module into others, and does not always build
# those again when it has changed, so that what is left of an earlier build may not fit.
build_release() {
    is_stale "$1" || return 0
    tell "building $1…"
    mkdir -p "$root/.build"
    if is_outdated "$root/.build/release-modules.stamp"; then
        rm -rf "$root"/.build/*/release
        printf '%s\n' "$release_flags" >"$root/.build/release-modules.stamp"
    fi
    printf '%s\n' "$release_flags" >"$root/.build/release-$1.draft"
    # shellcheck disable=SC2086 # several flags
    quietly swift build --package-path "$root" -c release --product "$1" $release_flags || return
    mv "$root/.build/release-$1.draft" "$root/.build/release-$1.stamp"
}
