#!/bin/bash
# What the service of a real runner starts: passes a stop on to the listener as SIGINT.
cd "${BASH_SOURCE[0]%/*}" || exit
# A child of a shell in the background would ignore SIGINT for good.
env --default-signal=INT ./bin/Runner.Listener run --startuptype service &
trap 'kill -INT $!' TERM INT
until wait $!; code=$?; ((code < 128)); do kill -0 $! 2>/dev/null || exit "$code"; done
