import { describe, expect, it } from '@jest/globals'
import { findSuites, notTaken } from '../../../../src/cli/init/find/suites.ts'
import { named } from '../../../../src/cli/init/suite.ts'
import { repository } from '../repository.ts'

type Texts = Record<string, string>

const found = (texts: Texts) =>
  named(findSuites(repository(texts)).suites).map(({ name, tool, directory, setup, command }) => [
    name,
    tool,
    directory,
    setup,
    command,
  ])

const left = (texts: Texts) => notTaken(repository(texts), findSuites(repository(texts)))

const pip = 'python3 -m venv .venv && .venv/bin/python -m pip install --quiet'
const jmhRun = 'org.openjdk.jmh.Main -f 1 -rf json -rff out.json'
const goTest = 'func BenchmarkA(b *testing.B) {}'
const gbench = '#include <benchmark/benchmark.h>\nBENCHMARK_MAIN();'

describe('benchmarks are found by the conventions of their tools', () => {
  it.each<[string, Texts, string[][]]>([
    [
      'go, in each module, by its packages',
      {
        'app/go.mod': 'module x',
        'app/pkg/a_test.go': `package a\n${goTest}`,
        'app/a_test.go': goTest,
        'lib/go.mod': '',
        'lib/b_test.go': goTest,
      },
      [
        ['app', 'go', 'app', "go test -run '^$' . ./pkg", "go test -run '^$' -bench . -benchmem . ./pkg"],
        ['lib', 'go', 'lib', "go test -run '^$' .", "go test -run '^$' -bench . -benchmem ."],
      ],
    ],
    [
      'targets of cargo by their harness, in the directory of the workspace',
      {
        'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
        'crates/parse/Cargo.toml':
          '[package]\nname = "my-parse"\n\n[[bench]]\nname = "json"\nharness = false\nrequired-features = ["std", "fast"]\n',
        'crates/parse/benches/json.rs': 'use criterion::{criterion_group, criterion_main};',
        'crates/parse/benches/xml/main.rs': 'fn main() { divan::main(); }',
        'crates/parse/benches/odd.rs': 'fn main() {}',
      },
      [
        [
          'my-parse',
          'criterion',
          '.',
          'cargo bench --no-run -p my-parse --features std,fast --bench json',
          'cargo bench --quiet -p my-parse --features std,fast --bench json -- --noplot',
        ],
        [
          'my-parse-divan',
          'divan',
          '.',
          'cargo bench --no-run -p my-parse --bench xml',
          'cargo bench --quiet -p my-parse --bench xml',
        ],
      ],
    ],
    [
      'iai-callgrind, in a crate of its own',
      {
        'Cargo.toml': '[package]\nname = "x"\n',
        'benches/i.rs': 'use iai_callgrind::{main, library_benchmark};',
      },
      [
        [
          'x',
          'gungraun',
          '.',
          'cargo bench --no-run --bench i',
          'cargo bench --quiet --bench i -- --output-format=json',
        ],
      ],
    ],
    [
      'Google Benchmark by its header, by link_libraries and by a function of the project',
      {
        'CMakeLists.txt':
          'project(x)\noption(X_BUILD_BENCHMARKS "Build \\"them\\" (wants the library)" OFF)\noption(X_TESTS "Build # (all)" OFF)\nadd_subdirectory(perf)',
        'perf/CMakeLists.txt':
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of CMake
          '#[[ don"t\n]]link_libraries(benchmark::benchmark) # all\nadd_executable(parse_perf parse.cc)\nadd_executable(tool tool.cc)\nx_add_benchmark(sort_perf sort.cc)\nadd_executable(${T} all/${T}_perf.cc)',
        'perf/parse.cc': '#include "shared.h"\nvoid Parse(benchmark::State& state);',
        'perf/sort.cc': gbench,
        'perf/tool.cc': 'int main() {}',
        'perf/all/print_perf.cc': gbench,
        'src/CMakeLists.txt': 'add_executable(app main.cc)',
      },
      ['parse_perf', 'sort_perf', 'print'].map(target => [
        target,
        'google-benchmark',
        '.',
        `cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DX_BUILD_BENCHMARKS=ON && cmake --build build --target ${target}`,
        `$(find build -type f -name ${target} -executable) --benchmark_format=json`,
      ]),
    ],
    [
      'Google Benchmark whose targets are named by variables of CMake, which are looked up, and by no other variable',
      {
        'CMakeLists.txt':
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of CMake
          'project(maths CXX)\nset(BENCH_NAME "${PROJECT_NAME}-bench" CACHE STRING "its name")\nadd_subdirectory(bench)',
        'bench/CMakeLists.txt':
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of CMake
          'add_executable(${BENCH_NAME} "bench.cpp")\ntarget_link_libraries(${BENCH_NAME} PRIVATE benchmark::benchmark ${LIB_NAME})\n' +
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of CMake
          'foreach(source ${sources})\n  x_add_benchmark(NAME ${name} COMMAND ${name})\nendforeach()\n' +
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of CMake
          'foreach(each a b)\n  add_executable(${each} more/${each}.cpp)\nendforeach()\nset(each other)',
        'bench/bench.cpp': gbench,
        'bench/other.cpp': gbench,
        'bench/more/a.cpp': gbench,
      },
      ['maths-bench', 'a'].map(target => [
        target,
        'google-benchmark',
        '.',
        `cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --target ${target}`,
        `$(find build -type f -name ${target} -executable) --benchmark_format=json`,
      ]),
    ],
    [
      'Google Benchmark by what a target is linked with',
      {
        'CMakeLists.txt':
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of CMake
          'add_executable(b ${SOURCES})\ntarget_link_libraries(b PRIVATE lib benchmark::benchmark_main)',
      },
      [
        [
          'b',
          'google-benchmark',
          '.',
          'cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --target b',
          '$(find build -type f -name b -executable) --benchmark_format=json',
        ],
      ],
    ],
    [
      'pytest benchmarks outside of tests/, past options that would leave them out',
      {
        'pyproject.toml':
          '[project]\nname = "x"\n[project.optional-dependencies]\ndocs = ["sphinx"]\nperf = [\n  "pytest-benchmark[histogram]",\n]\n[tool.pytest.ini_options]\naddopts = [\n  "--benchmark-skip",\n]\n',
        'perf/bench_words.py': 'def test_count(benchmark):\n    pass',
        'tests/test_a.py': 'def test_a(tmp_path): pass',
      },
      [
        [
          'rocket',
          'pytest-benchmark',
          '.',
          `${pip} -e '.[perf]' pytest-benchmark`,
          '.venv/bin/python -m pytest perf/bench_words.py -o addopts= --benchmark-only --benchmark-json=out.json',
        ],
      ],
    ],
    [
      'pytest benchmarks with the dependency group that has the plugin',
      {
        'pyproject.toml':
          '[dependency-groups]\nlint = ["ruff"]\ntest = [\n  "pytest-xdist",\n  "pytest-benchmark>=5",\n]\n\n[project]\nname = "x"\n',
        'bench/test_words.py': 'def test_count(benchmark):\n    pass',
      },
      [
        [
          'rocket',
          'pytest-benchmark',
          '.',
          `${pip.replace(' .venv', ' --upgrade-deps .venv')} -e . --group test pytest-benchmark`,
          '.venv/bin/python -m pytest bench/test_words.py --benchmark-only --benchmark-json=out.json',
        ],
      ],
    ],
    [
      'pytest benchmarks with the extras of the packages that they import, and no more',
      {
        'pyproject.toml':
          '[project]\nname = "x"\n[project.optional-dependencies]\ncompare = ["commonmark~=0.9", "markdown-it-pyrs"]\ndocs = ["commonmark"]\ntesting = ["pytest"]\nbench = ["pytest-benchmark"]\nspeed = ["pytest-codspeed"]\n',
        'bench/bench_words.py':
          'import pytest\nfrom commonmark import a\ndef test_count(benchmark):\n    import markdown_it_pyrs\n',
      },
      [
        [
          'rocket',
          'pytest-benchmark',
          '.',
          `${pip} -e '.[bench,compare]' pytest-benchmark`,
          '.venv/bin/python -m pytest bench/bench_words.py --benchmark-only --benchmark-json=out.json',
        ],
      ],
    ],
    [
      'pytest, with the list of a directory of lists that has the plugin',
      {
        'setup.py': '',
        'requirements/ci.txt': '-r test.txt',
        'requirements/test.txt': 'pytest-codspeed==4.0.0',
        'tests/test_b.py': 'from pytest_codspeed import BenchmarkFixture\ndef test_a(benchmark):',
      },
      [
        [
          'rocket',
          'pytest-benchmark',
          '.',
          `${pip} -e . -r requirements/test.txt pytest-benchmark`,
          '.venv/bin/python -m pytest tests/test_b.py --benchmark-only --benchmark-json=out.json',
        ],
      ],
    ],
    [
      'pyperf, of each script',
      {
        'requirements.txt': 'numpy',
        'bench/run.py': 'import pyperf\nrunner = pyperf.Runner()',
        'bench/sort.py': 'import pyperf\nrunner = pyperf.Runner()',
      },
      [
        [
          'rocket',
          'pyperf',
          '.',
          `${pip} -r requirements.txt pyperf`,
          '.venv/bin/python bench/run.py --processes 1 -o out.json',
        ],
        [
          'sort',
          'pyperf',
          '.',
          `${pip} -r requirements.txt pyperf`,
          '.venv/bin/python bench/sort.py --processes 1 -o out.json',
        ],
      ],
    ],
    [
      'asv by its settings, with what its matrix names',
      {
        'pyproject.toml': '[project]',
        'benchmarks/asv.conf.json':
          '{\n  // "matrix": { "old": [] },\n  "results_dir": "out",\n  "matrix": { "env_nobuild": { "Y": ["2"] }, "req": { "numpy": ["1", "2"], "pip+pandas": [] }, "env": { "X": ["1"] } }\n}',
        'benchmarks/benchmarks/parse.py': 'def time_parse(): ...',
      },
      [
        [
          'rocket',
          'asv',
          '.',
          `${pip} -e . asv virtualenv numpy pandas && .venv/bin/asv machine --yes --config benchmarks/asv.conf.json > /dev/null`,
          '.venv/bin/asv run --config benchmarks/asv.conf.json --record-samples --set-commit-hash $(git rev-parse HEAD) -E existing',
        ],
      ],
    ],
    [
      'JMH with a shaded jar',
      {
        'perf/pom.xml':
          // biome-ignore lint/suspicious/noTemplateCurlyInString: of Maven
          '<artifactId>jmh-core</artifactId><uberjar.name>benchmarks</uberjar.name><artifactId>maven-shade-plugin</artifactId><finalName>${uberjar.name}</finalName>',
      },
      [
        [
          'perf',
          'jmh',
          'perf',
          'mvn -q -B -DskipTests package',
          'java -jar target/benchmarks.jar -f 1 -rf json -rff out.json',
        ],
      ],
    ],
    [
      'JMH beside a pom that says itself whether tests run, which heeds no -DskipTests',
      {
        'pom.xml':
          '<artifactId>jmh-core</artifactId><artifactId>maven-shade-plugin</artifactId><finalName>b</finalName>',
        'lib/pom.xml': '<skipTests>false</skipTests>',
      },
      [
        [
          'rocket',
          'jmh',
          '.',
          'mvn -q -B -DskipTests -Dmaven.test.skip.exec package',
          'java -jar target/b.jar -f 1 -rf json -rff out.json',
        ],
      ],
    ],
    [
      'JMH without one, from the class path',
      {
        'pom.xml': '<artifactId>jmh-core</artifactId><artifactId>jmh-generator-annprocess</artifactId>',
        'src/test/java/A.java': 'import org.openjdk.jmh.annotations.Benchmark;',
      },
      [
        [
          'rocket',
          'jmh',
          '.',
          'mvn -q -B test-compile dependency:build-classpath -Dmdep.outputFile=classpath.txt',
          `java -cp "target/test-classes:target/classes:$(cat classpath.txt)" ${jmhRun}`,
        ],
      ],
    ],
    [
      'JMH in a module of Maven, with the modules that it needs, where the parent names the library',
      {
        'pom.xml':
          '<packaging>pom</packaging><module>core</module><module>perf/all</module><artifactId>jmh-core</artifactId><artifactId>jmh-generator-annprocess</artifactId>',
        'core/pom.xml': '',
        'perf/all/pom.xml': '<artifactId>core</artifactId>',
        'perf/all/src/main/java/A.java': 'import org.openjdk.jmh.annotations.Benchmark;',
      },
      [
        [
          'all',
          'jmh',
          'perf/all',
          'mvn -q -B -f ../.. -pl perf/all -am compile dependency:build-classpath -Dmdep.outputFile=classpath.txt',
          `java -cp "target/classes:$(cat classpath.txt)" ${jmhRun}`,
        ],
      ],
    ],
    [
      'paths that a shell would take apart, in quotes',
      {
        'my tools/pyproject.toml': '',
        'my tools/test_a b.py': 'def test_a(benchmark): pass',
        'My App/My App.csproj': '<OutputType>Exe</OutputType>BenchmarkDotNet',
        "js/it's.mjs": "import { run } from 'mitata'\nrun()",
        'js/x y.ts': "Deno.bench('a')",
      },
      [
        [
          'my-tools',
          'pytest-benchmark',
          'my tools',
          `${pip} pytest-benchmark`,
          ".venv/bin/python -m pytest 'test_a b.py' --benchmark-only --benchmark-json=out.json",
        ],
        [
          'My-App',
          'benchmark-dotnet',
          '.',
          "dotnet build -c Release 'My App/My App.csproj'",
          "dotnet run -c Release --no-build --project 'My App/My App.csproj' -- --filter '*' --exporters fulljson --launchCount 1",
        ],
        ['it-s', 'node', '.', '', "node 'js/it'\\''s.mjs'"],
        ['rocket', 'deno', '.', '', "deno bench --json 'js/x y.ts'"],
      ],
    ],
    [
      'JMH by Gradle, with the wrapper of the root',
      { gradlew: '', 'perf/build.gradle.kts': 'id("me.champeau.jmh")' },
      [
        [
          'perf',
          'jmh',
          'perf',
          '../gradlew -q jmhJar',
          'java -jar build/libs/*-jmh.jar -f 1 -rf json -rff out.json',
        ],
      ],
    ],
    [
      "scripts and files of a workspace with Yarn's Plug'n'Play, through Yarn",
      {
        'yarn.lock': '',
        '.yarnrc.yml': 'enableTelemetry: false\n',
        'a/package.json': JSON.stringify({ scripts: { bench: 'node bench.js' } }),
        'b/package.json': '{}',
        'b/perf.mjs': "import { run } from 'mitata'\nrun()",
      },
      [
        ['a', 'npm', 'a', 'yarn install --frozen-lockfile', 'yarn run bench'],
        ['perf', 'node', 'b', 'yarn install --frozen-lockfile', 'yarn node perf.mjs'],
      ],
    ],
    [
      'scripts of Yarn with node_modules, through npm, which prints nothing of its own',
      {
        'yarn.lock': '',
        '.yarnrc.yml': 'nodeLinker: node-modules\n',
        'package.json': JSON.stringify({ scripts: { bench: 'node bench.js' } }),
      },
      [['rocket', 'npm', '.', 'yarn install --frozen-lockfile', 'npm run --silent bench']],
    ],
    [
      'scripts of package.json, one by one, with the lock file of the workspace',
      {
        'pnpm-lock.yaml': '',
        'packages/a/package.json': JSON.stringify({
          scripts: {
            build: 'tsc',
            bench: 'pnpm run bench:parse && pnpm run bench:print',
            'bench:parse': 'node perf/parse.js',
            'bench:print': 'node perf/print.js',
            'bench:upload': 'curl',
          },
        }),
        'packages/a/perf/parse.js': "import { run } from 'mitata'\nrun()",
      },
      ['bench:parse', 'bench:print'].map(script => [
        script.replace(':', '-'),
        'npm',
        'packages/a',
        'pnpm install --frozen-lockfile && npm run --silent build',
        `npm run --silent ${script}`,
      ]),
    ],
    [
      'scripts that build or prepare first, or run a file with another runtime, but none that runs other benchmarks',
      {
        'bun.lock': '',
        'package.json': JSON.stringify({
          scripts: {
            bench: 'yarn bench:small && bun --silent bench:large',
            'bench:small': 'npm run compile && node bench/small.js',
            'bench:large': 'bun run bench/large.ts',
            'benchmark:all': 'npm run bench:small -w packages/a',
            'benchmark:each': 'npm-run-all bench:*',
          },
        }),
      },
      ['bench:small', 'bench:large'].map(script => [
        script.replace(':', '-'),
        'npm',
        '.',
        'bun install --frozen-lockfile',
        `npm run --silent ${script}`,
      ]),
    ],
    [
      'a member of a workspace of npm with all that its root has, and the packages that it needs built',
      {
        'package.json': JSON.stringify({ workspaces: ['packages/*'], scripts: { build: 'tsc -b' } }),
        'package-lock.json': '',
        'packages/words/package.json': '{"name":"@me/words"}',
        'packages/words/bench.js': "import { run } from 'mitata'\nrun()",
        'packages/perf/package.json': JSON.stringify({
          devDependencies: { '@me/words': '*' },
          scripts: { build: 'tsc', bench: 'node a.js' },
        }),
      },
      [
        [
          'perf',
          'npm',
          'packages/perf',
          '(cd ../.. && npm ci && npm run --silent build)',
          'npm run --silent bench',
        ],
        ['words', 'node', 'packages/words', '(cd ../.. && npm ci)', 'node bench.js'],
      ],
    ],
    [
      'a script that names the directory whose index is the harness',
      {
        'package.json': JSON.stringify({ scripts: { bench: 'node --import jiti/register ./test/bench/' } }),
        'test/bench/index.ts': "import { run } from 'mitata'\nrun()",
      },
      [['rocket', 'npm', '.', '', 'npm run --silent bench']],
    ],
    [
      'harnesses that no script runs, and none that another file starts',
      {
        'js/package.json': '{"devDependencies":{"mitata":"1"}}',
        'js/bench/sort.mjs': "import { run } from 'mitata'\nawait run()",
        'js/bench/cases.mjs': "import { bench } from 'mitata'",
        'old.js': "const { Bench } = require('tinybench')\nnew Bench().run()",
      },
      [
        ['sort', 'node', 'js', 'npm install', 'node bench/sort.mjs'],
        ['old', 'node', '.', '', 'node old.js'],
      ],
    ],
    [
      'vitest, whose package is that of the workspace',
      {
        'package.json': '{"devDependencies":{"vitest":"3"}}',
        'package-lock.json': '',
        'packages/a/package.json': '{}',
        'packages/a/a.bench.ts': 'bench()',
      },
      [['rocket', 'vitest', '.', 'npm ci', 'npx vitest bench --run --outputJson out.json']],
    ],
    [
      'vitest with packages of the workspace built, where a benchmark needs another one',
      {
        'package.json': '{"devDependencies":{"vitest":"3"},"scripts":{"build":"tsc -b"}}',
        'package-lock.json': '',
        'packages/a/package.json': '{"dependencies":{"b":"*"}}',
        'packages/a/a.bench.ts': 'bench()',
        'packages/b/package.json': '{"name":"b"}',
      },
      [
        [
          'rocket',
          'vitest',
          '.',
          'npm ci && npm run --silent build',
          'npx vitest bench --run --outputJson out.json',
        ],
      ],
    ],
    [
      'Deno',
      { 'a.ts': 'Deno.bench("a", () => {})' },
      [['rocket', 'deno', '.', '', 'deno bench --json a.ts']],
    ],
    [
      'the programs and harnesses of codspeed.yml, in its working directory',
      {
        'codspeed.yml':
          'benchmarks:\n  - name: Parse a file\n    exec: ./tool parse big.json\n  - exec: ./tool print\n',
        'out/codspeed.yml': 'options: { working-directory: ../.. }\nbenchmarks:\n  - exec: ./tool\n',
        'app/codspeed.yaml':
          'options: { working-directory: ../lib/, max-time: 1s }\nbenchmarks:\n  - { id: all, entrypoint: cargo bench }\n  - { name: nothing }\n  -\n',
      },
      [
        // That of out/ is no directory of the repository.
        ['Parse-a-file', 'codspeed', '.', '', './tool parse big.json'],
        ['tool-print', 'codspeed', '.', '', './tool print'],
        ['all', 'codspeed', 'lib', '', 'cargo bench'],
      ],
    ],
    [
      'a benchmark() of Meson by its name, and all of a project at once where a name is made while Meson runs',
      {
        'meson.build': "project('x', 'cpp')\nsubdir('perf')\n# benchmark('old', old)\n",
        'meson.options':
          "option('benchmarks', description: 'Build # (slow)', type: 'feature', value: 'disabled')\n",
        'perf/meson.build':
          "set = executable('set', 'set.cc')\nbenchmark('a set', set,\n  args: ['3'])\nxbenchmark('no', set)\n",
        'perf/set.cc': gbench,
        'subprojects/z/meson.build': "project('z', 'c')\nbenchmark('z', z)\n",
      },
      [
        [
          'a-set',
          'meson',
          '.',
          'meson setup build --buildtype=release -Dbenchmarks=enabled && ninja -C build meson-benchmark-prereq',
          "meson test -C build --benchmark --no-rebuild --verbose -t 0 --test-args=--benchmark_format=json 'a set'",
        ],
      ],
    ],
    [
      'a loop of Meson, below a directory that has a file called build',
      {
        'c/meson.build': "project('x', 'c')\n",
        'c/b/meson.build': "foreach n : names\n  benchmark(n, b)\nendforeach\nbenchmark('x' + n, b)\n",
        'build/x': '',
      },
      [
        [
          'c',
          'meson',
          'c',
          'meson setup build-bench --buildtype=release && ninja -C build-bench meson-benchmark-prereq',
          'meson test -C build-bench --benchmark --no-rebuild --verbose -t 0',
        ],
      ],
    ],
    [
      'a target of a Makefile, of a Justfile, and a program that make builds',
      {
        Makefile: 'bench_flags := -O2\n.PHONY: bench\nbench: all\n\t./run\n',
        'c/justfile': 'bench arg="x":\n  ./run\n',
        'd/Makefile': 'bench: b.cc\n\tg++ -o $@ b.cc\n',
        'd/b.cc': gbench,
        'e/Makefile': 'quick-bench all benchmark: run\n\t./run\n',
        // Make says that there is nothing to do, so it may not be silent.
        'f/Makefile': 'bench:\n\tsh bench/all.sh\n',
        'f/bench/all.sh': './run\n',
      },
      [
        ['rocket', 'make', '.', '', 'make --silent bench'],
        ['c', 'just', 'c', '', 'just bench'],
        ['d', 'google-benchmark', 'd', 'make --silent bench', './bench --benchmark_format=json'],
        ['e', 'make', 'e', '', 'make --silent benchmark'],
        ['f', 'make', 'f', '', 'make bench'],
      ],
    ],
  ])('%s', (_, texts, expected) => {
    expect(found(texts)).toEqual(expected)
  })

  it('and those of BenchmarkDotNet by its project, which is a program', () => {
    const project = '<OutputType>Exe</OutputType><PackageReference Include="BenchmarkDotNet" />'
    expect(found({ 'bench/B.csproj': project, 'lib/L.csproj': 'BenchmarkDotNet.Annotations' })).toEqual([
      expect.arrayContaining(['B', 'benchmark-dotnet', 'dotnet build -c Release bench/B.csproj']),
    ])
  })

  it('and asv with the place of its results', () => {
    const texts = { 'perf/asv.conf.json': '{ "results_dir": "out" }', 'asv.conf.json': '{}' }
    const results = findSuites(repository(texts)).suites.map(suite => suite.results)
    expect(results).toEqual(['results/*/????????-*.json', 'perf/out/*/????????-*.json'])
  })

  it('and JMH by Gradle without the plugin that builds its jar says what to add', () => {
    const core = 'dependencies { testImplementation("org.openjdk.jmh:jmh-core:1.37") }'
    const { suites } = findSuites(repository({ 'build.gradle.kts': core }))
    expect(suites[0]?.lacks).toMatch(/^build\.gradle\.kts has no plugin .*; add id\("me\.champeau\.jmh"\)/)
  })

  it('and JMH without its processor says what to add', () => {
    const { suites } = findSuites(repository({ 'pom.xml': '<artifactId>jmh-core</artifactId>' }))
    expect(suites[0]?.lacks).toMatch(
      /^pom\.xml names no jmh-generator-annprocess, .* add it beside jmh-core$/,
    )
  })

  it('no suite is found where there is none, nor in copies of other projects', () => {
    expect(
      found({ 'a_test.go': 'func TestA(t *testing.T) {}', 'Cargo.toml': '# criterion', 'a.js': '' }),
    ).toEqual([])
    expect(found({ 'vendor/x/a_test.go': goTest, 'testdata/a_test.go': goTest })).toEqual([])
  })
})

describe('what looks like a benchmark, and is in no suite,', () => {
  it('is listed, file by file, and a directory of many by itself', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`bench/cases/${i}.lua`, '']))
    const texts = {
      'go.mod': '',
      'a_test.go': goTest,
      Makefile: 'bench:\n\tgo test -bench .\n',
      'benches/odd.rs': '',
      'src/ParseBenchmark.java': '',
      'src/workbench.py': '',
      'bench/README.md': '',
      'bench/__init__.py': '',
      'perf/parse.py': '',
      'src/perfect/a.py': '',
      'tests/microbench/a.sh': '',
      ...many,
    }
    expect(left(texts)).toEqual([
      'benches/odd.rs',
      'perf/parse.py',
      'src/ParseBenchmark.java',
      'bench/cases/ (9 files)',
      'tests/microbench/a.sh',
      'Makefile (make bench)',
    ])
  })
})

it('suites get names that differ, and that artifacts may have', () => {
  const suite = (called: string, tool: string) => ({
    ...{ called, tool, found: '', covers: [], directory: '.', setup: '', command: 'x', results: '' },
    ...{ hint: '', shorter: '' },
  })
  const suites = [suite('my app!', 'go'), suite('my app', 'go'), suite('my app', 'go'), suite('', 'go')]
  expect(named(suites).map(({ name }) => name)).toEqual(['my-app', 'my-app-go', 'my-app-2', 'benchmark'])
})
