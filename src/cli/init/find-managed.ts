// Benchmarks of Python, Java and .NET.
import { directoryOfFile, fileWith, type Repository } from './repository.ts'
import { nothingElse, type SuiteProposal } from './suite.ts'

export function findPythonScript(repository: Repository): SuiteProposal | null {
  const found = fileWith(repository, /\.py$/, /^\s*(?:import pyperf|from pyperf import)[\s\S]*\bRunner\(/m)
  if (found === null) return null
  const command = `python ${found} --processes 1 -o out.json`
  return {
    ...nothingElse,
    found,
    directory: '.',
    setup: 'python -m pip install pyperf',
    command,
    results: 'out.json',
  }
}

export function findPytest(repository: Repository): SuiteProposal | null {
  const requirement = /^(?:pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|.*requirements.*\.(?:txt|in))$/
  const found = fileWith(repository, requirement, /\bpytest-benchmark\b/)
  if (found === null) return null
  const isPackage = ['pyproject.toml', 'setup.py'].some(name => repository.files.includes(name))
  const packages = [...(isPackage ? ['-e .'] : []), 'pytest-benchmark'].join(' ')
  return {
    ...nothingElse,
    found,
    directory: '.',
    setup: `python -m pip install ${packages}`,
    command: 'python -m pytest --benchmark-only --benchmark-json=out.json',
    results: 'out.json',
  }
}

export function findJmh(repository: Repository): SuiteProposal | null {
  const maven = fileWith(repository, /^pom\.xml$/, /<artifactId>jmh-core</)
  const options = '-f 1 -rf json -rff out.json'
  if (maven !== null) {
    const setup = 'mvn -q -DskipTests package'
    const command = `java -jar target/benchmarks.jar ${options}`
    return {
      ...nothingElse,
      found: maven,
      directory: directoryOfFile(maven),
      setup,
      command,
      results: 'out.json',
    }
  }
  const gradle = fileWith(repository, /^build\.gradle(?:\.kts)?$/, /me\.champeau\.jmh/)
  if (gradle === null) return null
  const setup = './gradlew -q jmhJar'
  const command = `java -jar build/libs/*-jmh.jar ${options}`
  return {
    ...nothingElse,
    found: gradle,
    directory: directoryOfFile(gradle),
    setup,
    command,
    results: 'out.json',
  }
}

export function findBenchmarkDotNet(repository: Repository): SuiteProposal | null {
  const found = fileWith(repository, /\.[cf]sproj$/, /BenchmarkDotNet/)
  if (found === null) return null
  const flags = "--filter '*' --exporters fulljson --launchCount 1"
  return {
    ...nothingElse,
    found,
    directory: '.',
    setup: `dotnet build -c Release ${found}`,
    command: `dotnet run -c Release --no-build --project ${found} -- ${flags}`,
    results: 'BenchmarkDotNet.Artifacts/results/*-report-full*.json',
  }
}
