// Benchmarks of Java and .NET.
import { posix } from 'node:path'
import { shellWord } from '../../../phrases.ts'
import { above, filesWith, isWithin, type Repository } from '../repository.ts'
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
  const directory = posix.dirname(found)
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

const modulesIn = (pom: string) =>
  [...pom.matchAll(/<module>\s*([^<]+?)\s*<\/module>/g)].map(([, name = '']) => name)

/** Builds a module together with those that it needs: on its own it would want them from a registry. '' for what is no module. */
function asModule({ files, text }: Repository, directory: string): string {
  let top = directory
  for (let at = directory; at !== '.'; ) {
    at = posix.dirname(at)
    const pom = posix.join(at, 'pom.xml')
    if (files.includes(pom) && modulesIn(text(pom)).includes(posix.relative(at, top))) top = at
  }
  if (top === directory) return ''
  return ` -f ${posix.relative(directory, top)} -pl ${shellWord(posix.relative(top, directory))} -am`
}

/** How the benchmarks of a pom are run: from the jar that has all classes, or from the class path. */
function withMaven(repository: Repository, pom: string): Pick<SuiteProposal, 'setup' | 'command' | 'lacks'> {
  const text = repository.text(pom)
  const jar = shadedJar(text)
  const mvn = `mvn -q -B${asModule(repository, posix.dirname(pom))}`
  // A pom that says it itself heeds no -DskipTests.
  const isPinned = filesWith(repository, /^pom\.xml$/, /<skipTests>/).length > 0
  const skip = `-DskipTests${isPinned ? ' -Dmaven.test.skip.exec' : ''}`
  if (jar !== null) return { setup: `${mvn} ${skip} package`, command: `java -jar ${jar} ${OPTIONS}` }
  const inTests = annotated(repository, posix.dirname(pom)).some(path => path.includes('/test/'))
  const classes = `${inTests ? 'target/test-classes:' : ''}target/classes`
  const lacks = filesWith(repository, /^pom\.xml$/, /jmh-generator-annprocess/).length === 0
  return {
    setup: `${mvn} ${inTests ? 'test-' : ''}compile dependency:build-classpath -Dmdep.outputFile=classpath.txt`,
    command: `java -cp "${classes}:$(cat classpath.txt)" org.openjdk.jmh.Main ${OPTIONS}`,
    ...(lacks && { lacks: `${pom} ${noProcessor}` }),
  }
}

/** The poms with benchmarks: those that name JMH, and below a parent that names it for all the ones nearest to the sources. */
function pomsOf(repository: Repository): string[] {
  const naming = filesWith(repository, /^pom\.xml$/, /<artifactId>jmh-(?:core|generator-annprocess)</)
  const isProject = (pom: string) => !/<packaging>\s*pom\s*</.test(repository.text(pom))
  const below = naming
    .filter(pom => !isProject(pom))
    .flatMap(pom => annotated(repository, posix.dirname(pom)))
    .map(path => posix.join(above(repository, path, 'pom.xml') ?? '.', 'pom.xml'))
  return [...new Set([...naming, ...below])].filter(isProject)
}

/** The projects that have benchmarks in them. */
export function findJmh(repository: Repository): SuiteProposal[] {
  const maven = pomsOf(repository)
  const gradle = filesWith(repository, /^build\.gradle(?:\.kts)?$/).filter(build =>
    [PLUGIN, /\bjmh-core\b/].some(sign => sign.test(repository.text(build))),
  )
  const isWrapped = repository.files.includes('gradlew')
  return [
    ...maven.map(pom => jmh(repository, pom, withMaven(repository, pom))),
    ...gradle.map(build => {
      const up = posix.relative(posix.dirname(build), '.') || '.'
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
    const folder = posix.dirname(found)
    const sources = filesWith(repository, /\.(?:cs|fs)$/, /\bBenchmarkDotNet\b/)
    const covers = sources.filter(path => isWithin(path, folder))
    const place = { found, covers, directory: '.' }
    return proposal(repository, place, {
      called: posix.basename(found).replace(/\.[cf]sproj$/, ''),
      setup: `dotnet build -c Release ${shellWord(found)}`,
      command: `dotnet run -c Release --no-build --project ${shellWord(found)} -- ${flags}`,
      results: 'BenchmarkDotNet.Artifacts/results/*-report-full*.json',
      shorter: "name some with --filter '*Parse*', or add --job short",
    })
  })
