// Benchmarks of Java and .NET.
import { posix } from 'node:path'
import { directoryOfFile, filesWith, isWithin, type Repository } from '../repository.ts'
import { proposal, type SuiteProposal } from '../suite.ts'

const OPTIONS = '-f 1 -rf json -rff out.json'

const noProcessor =
  'names no jmh-generator-annprocess, without which no benchmark is found; add it beside jmh-core'
const noPlugin = 'has no plugin that builds a jar of its benchmarks; add id("me.champeau.jmh") to its plugins'

/** The plugin of Gradle by its name, or by that of a version catalogue. */
const PLUGIN = /me\.champeau\.(?:gradle\.)?jmh|\bplugins(?:\.\w+)*\.jmh\b/

const annotated = (repository: Repository, directory: string) =>
  filesWith(repository, /\.(?:java|kt|scala)$/, /\bopenjdk\.jmh\.annotations\b/).filter(path =>
    isWithin(path, directory),
  )

const jmh = (
  repository: Repository,
  found: string,
  own: { setup: string; command: string; lacks?: string },
): SuiteProposal => {
  const directory = directoryOfFile(found)
  const shorter = 'name some in the command, or add -wi 2 -w 1 -i 3 -r 1'
  const place = { found, covers: annotated(repository, directory), directory }
  return proposal(repository, place, { results: 'out.json', shorter, ...own })
}

/** The file that `mvn package` makes of all classes; null where nothing makes one. */
function shadedJar(pom: string): string | null {
  const shading = /<artifactId>maven-(?:shade|assembly)-plugin<\/artifactId>[\s\S]*/.exec(pom)?.[0]
  if (shading === undefined) return null
  const name = /<finalName>([\w.-]+|\$\{[\w.]+\})<\/finalName>/.exec(shading)?.[1] ?? ''
  const property = /^\$\{([\w.]+)\}$/.exec(name)?.[1]
  const given = property === undefined ? name : new RegExp(`<${property}>([\\w.-]+)<`).exec(pom)?.[1]
  return given ? `target/${given}.jar` : '"$(ls -S target/*.jar | head -1)"'
}

/** How the benchmarks of a pom are run: from the jar that has all classes, or from the class path. */
function withMaven(repository: Repository, pom: string): Pick<SuiteProposal, 'setup' | 'command' | 'lacks'> {
  const text = repository.text(pom)
  const jar = shadedJar(text)
  if (jar !== null) return { setup: 'mvn -q -B -DskipTests package', command: `java -jar ${jar} ${OPTIONS}` }
  const inTests = annotated(repository, directoryOfFile(pom)).some(path => path.includes('/test/'))
  const classes = `${inTests ? 'target/test-classes:' : ''}target/classes`
  const lacks = filesWith(repository, /^pom\.xml$/, /jmh-generator-annprocess/).length === 0
  return {
    setup: `mvn -q -B ${inTests ? 'test-' : ''}compile dependency:build-classpath -Dmdep.outputFile=classpath.txt`,
    command: `java -cp "${classes}:$(cat classpath.txt)" org.openjdk.jmh.Main ${OPTIONS}`,
    ...(lacks && { lacks: `${pom} ${noProcessor}` }),
  }
}

/** The projects that have benchmarks in them: a pom above them may name JMH for all. */
export function findJmh(repository: Repository): SuiteProposal[] {
  const maven = filesWith(repository, /^pom\.xml$/, /<artifactId>jmh-(?:core|generator-annprocess)</)
  const gradle = filesWith(repository, /^build\.gradle(?:\.kts)?$/).filter(build =>
    [PLUGIN, /\bjmh-core\b/].some(sign => sign.test(repository.text(build))),
  )
  const isWrapped = repository.files.includes('gradlew')
  return [
    ...maven.map(pom => jmh(repository, pom, withMaven(repository, pom))),
    ...gradle.map(build => {
      const up = posix.relative(directoryOfFile(build), '.') || '.'
      const setup = `${isWrapped ? `${up}/gradlew` : 'gradle'} -q jmhJar`
      const lacks = PLUGIN.test(repository.text(build)) ? {} : { lacks: `${build} ${noPlugin}` }
      return jmh(repository, build, { setup, command: `java -jar build/libs/*-jmh.jar ${OPTIONS}`, ...lacks })
    }),
  ]
}

export const findBenchmarkDotNet = (repository: Repository): SuiteProposal[] =>
  filesWith(
    repository,
    /\.[cf]sproj$/,
    /<OutputType>\s*Exe\s*<[\s\S]*BenchmarkDotNet|BenchmarkDotNet[\s\S]*<OutputType>\s*Exe\s*</i,
  ).map(found => {
    const flags = "--filter '*' --exporters fulljson --launchCount 1"
    const folder = directoryOfFile(found)
    const sources = filesWith(repository, /\.(?:cs|fs)$/, /\bBenchmarkDotNet\b/)
    const covers = sources.filter(path => isWithin(path, folder))
    const place = { found, covers, directory: '.' }
    return proposal(repository, place, {
      called: posix.basename(found).replace(/\.[cf]sproj$/, ''),
      setup: `dotnet build -c Release ${found}`,
      command: `dotnet run -c Release --no-build --project ${found} -- ${flags}`,
      results: 'BenchmarkDotNet.Artifacts/results/*-report-full*.json',
      shorter: "name some with --filter '*Parse*', or add --job short",
    })
  })
