#!/usr/bin/env bash
# Captures JMH: capture.sh DIRECTORY writes its JSON there. Needs a JDK and Maven.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
version=1.37
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$here/Work.java" .
for artifact in org.openjdk.jmh:jmh-core:$version org.openjdk.jmh:jmh-generator-annprocess:$version \
  net.sf.jopt-simple:jopt-simple:5.0.4 org.apache.commons:commons-math3:3.6.1; do
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$artifact" -DoutputDirectory=lib
done
mkdir classes
javac -cp 'lib/*' -processorpath "$(printf "%s:" lib/*)" -d classes Work.java
jmh() { java -cp "classes:lib/*" org.openjdk.jmh.Main -rf json "$@" >/dev/null; }
jmh -f 2 -i 3 -wi 1 -r 20ms -w 20ms -bm avgt -tu us -prof gc -rff "$out/jmh-forks-$version.json" 'Work.(join|sort)'
jmh -f 1 -i 3 -wi 1 -r 20ms -w 20ms -bm thrpt -t 2 -rff "$out/jmh-throughput-$version.json" Work.sort
jmh -f 1 -i 2 -wi 1 -r 10ms -w 10ms -bm sample -tu us -rff "$out/jmh-sample-$version.json" Work.join
jmh -f 2 -bm ss -tu ms -wi 0 -i 1 -rff "$out/jmh-single-shot-$version.json" Work.join
jmh -f 1 -i 2 -wi 0 -r 10ms -bm avgt -rff "$out/jmh-failed-$version.json" 'Work.(join|fail)'
# Where the JVM is, and the lists of a sample histogram but the first, say nothing.
sed -i -E 's#"jvm" : "[^"]*"#"jvm" : "/path"#; s#"/[a-z][^"]*"#"/path"#g' "$out"/jmh-*.json
