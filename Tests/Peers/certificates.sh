#!/bin/bash
# Makes in the directory $1 an authority and what it signed for servers on this machine: one certificate that is good and
# one for each fault that a client must find.
set -euo pipefail
cd "$1"
cat > ca.cnf <<'C'
[ca]
default_ca = here
[here]
dir = .
database = index.txt
serial = serial
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
default_days = 3650
default_crl_days = 3650
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
C
: > index.txt; echo 1000 > serial
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 3650 \
    -subj "/CN=Test CA" 2>/dev/null
sign() {
    local name=$1 hosts=$2
    shift 2
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$name.key" -out "$name.csr" \
        -subj "/CN=$name" -addext "subjectAltName=$hosts" 2>/dev/null
    openssl ca -batch -notext -config ca.cnf -in "$name.csr" -out "$name.pem" "$@" 2>/dev/null
}
sign good IP:127.0.0.1,DNS:localhost
sign expired IP:127.0.0.1,DNS:localhost -startdate 20200101000000Z -enddate 20210101000000Z
sign early IP:127.0.0.1 -startdate 20490101000000Z -enddate 20491231000000Z
sign other DNS:other.example
sign gone IP:127.0.0.1
openssl ca -config ca.cnf -revoke gone.pem 2>/dev/null
openssl ca -config ca.cnf -gencrl -out crl.pem 2>/dev/null
cat ca.pem crl.pem > ca-crl.pem
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout self.key -out self.pem \
    -subj "/CN=self" -addext "subjectAltName=IP:127.0.0.1" -days 30 2>/dev/null
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -aes256 -pass pass:secret -out locked.key 2>/dev/null
