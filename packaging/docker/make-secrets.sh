#!/bin/sh
# Makes the secrets of compose.yaml, each in a file of its own, and leaves those that exist. Keep a copy of master-key elsewhere.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets
random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
[ -e database-password ] || random 24 >database-password
[ -e database-url ] || printf 'postgres://gantry:%s@postgres:5432/gantry' "$(cat database-password)" >database-url
[ -e master-key ] || head -c 32 /dev/urandom | base64 >master-key
[ -e storage-user ] || printf 'gantry' >storage-user
[ -e storage-password ] || random 24 >storage-password
# Compose mounts the files as they are, and the server runs as the user 1000 of its image.
if [ "$(id -u)" = 0 ]; then chown 1000:1000 database-url master-key; fi
