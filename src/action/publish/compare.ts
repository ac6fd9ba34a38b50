// Compares all legs of a run as one family: of a suite, the machines that alternated both sides are blocks of one
// comparison, and every other machine is held against its own stored baseline.

import type { ComparisonRequest } from '../../compare/comparison-request.ts'
import { compareFamily, type FamilyMember } from '../../compare/verdict/compare-family.ts'
import type { Policy, Session, Warning } from '../../model/index.ts'
import type { Nightly } from '../../report/words/nightly.ts'
import { type Stored, usableBaselines } from '../pull-request/stored-baseline.ts'
import type { Block, MeasuredLeg } from './leg.ts'

/** One section of the report: a suite on one machine, or on several that are compared as one. `runs` are in its test. */
export type Section = {
  suite: string
  machines: string[]
  runs: string[]
  nightly?: Nightly | null
} & FamilyMember

type Both = Block & { baseline: Session }

type Part = {
  suite: string
  machines: string[]
  runs: string[]
  request: ComparisonRequest
  notes: Warning[]
}

/** A leg alternated when its last attempt did; attempts that did not are another design. */
const alternated = ({ blocks }: MeasuredLeg): Both[] =>
  blocks[0]?.baseline
    ? blocks.flatMap(({ run, candidate, baseline }) => (baseline ? [{ run, candidate, baseline }] : []))
    : []

/** Whether a leg measured the candidate alone, and is held against what is stored. */
export const needsBaseline = (leg: MeasuredLeg): boolean => alternated(leg).length === 0

function interleavedPart(suite: string, legs: MeasuredLeg[], policy: Policy): Part {
  const blocks = legs.flatMap(alternated)
  const attempts = blocks.length - legs.length
  const message = `the runs of ${attempts === 1 ? 'one earlier attempt' : `${attempts} earlier attempts`} were joined`
  return {
    suite,
    machines: legs.map(leg => leg.machine),
    runs: blocks.map(({ run }) => run),
    request: {
      baselines: blocks.map(block => block.baseline),
      candidates: blocks.map(block => block.candidate),
      design: 'interleaved',
      // Whether a job was at its first look or its last one, these are the levels that hold for both.
      look: 'last',
      policy,
      assumedGrade: 'untuned',
    },
    notes: attempts === 0 ? [] : [{ code: 'attempts-joined', message }],
  }
}

function storedPart(leg: MeasuredLeg, stored: Stored, policy: Policy): Part {
  const { baselines, warnings } = usableBaselines(stored, leg.blocks[0]?.candidate.testbed ?? null)
  return {
    suite: leg.suite,
    machines: [leg.machine],
    runs: leg.blocks.map(({ run }) => run),
    request: {
      baselines,
      candidates: leg.blocks.map(block => block.candidate),
      design: 'stored',
      look: 'only',
      policy,
      assumedGrade: 'untuned',
      unreadable: stored.obstacle,
    },
    notes: warnings,
  }
}

function sectionOf({ suite, machines, runs, notes }: Part, member: FamilyMember): Section {
  const { comparison } = member
  if (comparison === null) return { suite, machines, runs, ...member }
  const warnings = [...notes, ...comparison.warnings]
  return { suite, machines, runs, comparison: { ...comparison, warnings }, problem: null }
}

/**
 * A section for each suite and design, in the order of the legs. `baselineOf` finds what is stored for a leg that
 * measured the candidate only; `waiting` of them, this one included, still need one.
 */
export async function compareLegs(
  legs: MeasuredLeg[],
  policy: Policy,
  baselineOf: (leg: MeasuredLeg, waiting: number) => Promise<Stored>,
): Promise<Section[]> {
  const parts: Part[] = []
  let waiting = legs.filter(needsBaseline).length
  for (const suite of new Set(legs.map(leg => leg.suite))) {
    const ofSuite = legs
      .filter(leg => leg.suite === suite)
      .sort((a, b) => a.machine.localeCompare(b.machine, 'en'))
    const both = ofSuite.filter(leg => !needsBaseline(leg))
    if (both.length > 0) parts.push(interleavedPart(suite, both, policy))
    for (const leg of ofSuite.filter(needsBaseline)) {
      parts.push(storedPart(leg, await baselineOf(leg, waiting--), policy))
    }
  }
  const members = compareFamily(parts.map(part => part.request))
  return parts.map((part, i) => sectionOf(part, members[i] as FamilyMember))
}
