import { type AttackSet, type Lane, lanes } from './sets.ts'
import { Tally } from './support/tally.ts'
import { Target } from './support/target.ts'

export interface Campaign {
  readonly seed: number
  readonly isLong: boolean
  /** Names of sets; none: all of them. */
  readonly only?: readonly string[]
  /** Called as soon as a set is through. */
  readonly onResult: (tally: Tally, seconds: number) => void
}

export const setNames: readonly string[] = lanes.flatMap((lane) => lane.sets.map(({ name }) => name))

/** Attacks one lane's site with its sets, one after the other. A set that breaks off counts as a failed case. */
export async function runLane(lane: Lane, campaign: Campaign): Promise<void> {
  const wanted = lane.sets.filter(({ name }) => campaign.only === undefined || campaign.only.includes(name))
  if (wanted.length === 0) return
  const target = await Target.start(lane.environment)
  try {
    for (const set of wanted) await runSet(set, target, campaign)
  } finally {
    await target.end()
  }
}

async function runSet(set: AttackSet, target: Target, { seed, isLong, onResult }: Campaign): Promise<void> {
  const tally = new Tally(set.name)
  const begun = performance.now()
  target.worstBlock()
  try {
    await set.run({ target, tally, seed, isLong })
  } catch (error) {
    tally.note(
      'the set itself',
      `broke off: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    )
  }
  await tally.check('the site at the end of the set', () => target.health())
  onResult(tally, (performance.now() - begun) / 1_000)
}

/** Lanes at once. A site that does not start is a failed case of every set of its lane. */
export async function startLanes(all: readonly Lane[], campaign: Campaign): Promise<void> {
  await Promise.all(
    all.map(async (lane) => {
      const through = new Set<string>()
      const onResult: Campaign['onResult'] = (tally, seconds) => {
        through.add(tally.set)
        campaign.onResult(tally, seconds)
      }
      try {
        await runLane(lane, { ...campaign, onResult })
      } catch (error) {
        if (through.size === lane.sets.length) throw error
        for (const { name } of lane.sets.filter((set) => !through.has(set.name))) {
          const tally = new Tally(name)
          tally.note('the site under attack', `did not start or end: ${error}`)
          campaign.onResult(tally, 0)
        }
      }
    }),
  )
}

/** The long form: lane after lane, so that none disturbs what another measures. */
export async function runAll(campaign: Campaign): Promise<void> {
  for (const lane of lanes) await runLane(lane, campaign)
}
