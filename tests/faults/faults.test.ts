import { afterAll, expect, test } from 'vitest'
import { liveCuts, thousandBack } from './cuts.ts'
import { databaseFaults } from './database.ts'
import { clockJumps, diskFull } from './machine.ts'
import { restoredToMoment } from './moment.ts'
import { notifiedUnderKills } from './notified.ts'
import { outsideFaults } from './outside.ts'
import { killedUnderLoad, memoryUnderLoad, stoppedUnderLoad, worstPictures } from './process.ts'
import { readsWithReplica } from './replicas.ts'
import { twoProcesses } from './several.ts'
import { closeFleet, mediansOf, type Outage, standbyFault, standbyFaults } from './standby.ts'
import { stoppedStarts } from './stops.ts'
import type { Result } from './support/result.ts'
import { upgraded } from './upgrade.ts'

const faults: Readonly<Record<string, () => Promise<Result[]>>> = {
  database: () => databaseFaults('debian 15'),
  kill: () => killedUnderLoad('debian 15'),
  stop: () => stoppedUnderLoad('debian 15'),
  memory: () => memoryUnderLoad('debian 15'),
  pictures: () => worstPictures(),
  processes: () => twoProcesses('debian 15'),
  'processes-18': () => twoProcesses('embedded 18'),
  disk: () => diskFull('debian 15'),
  outside: () => outsideFaults('debian 15'),
  clock: () => clockJumps('debian 15'),
  upgrade: () => upgraded('debian 15'),
  moment: () => restoredToMoment(),
  'database-18': () => databaseFaults('embedded 18', ['database killed']),
}

/** Runs of each fault of the cluster. */
const runs = Number(process.env.FAULTS_RUNS ?? 3)
const outages: Outage[] = []

const all: Result[] = []
afterAll(async () => {
  await closeFleet()
  if (outages.length > 0) console.table(mediansOf(outages))
  console.table(all)
  for (const result of all) console.log(JSON.stringify(result))
})

function expectKept(results: readonly Result[]): void {
  all.push(...results)
  expect(results).not.toEqual([])
  expect(results.filter(({ passed }) => !passed)).toEqual([])
}

// `npm run faults -- -t 'kill$'` runs one of them.
test.each(Object.keys(faults))('every promise is kept under the fault %s', async (name) => {
  expectKept(await faults[name]!())
})

test('[voice.86] two processes killed at random: 10,000 events are notified once each, and every promise is kept under the fault notified', async () => {
  expectKept(await notifiedUnderKills('debian 15'))
})

test('[green.01] 200 starts are told to stop at random moments, and every promise is kept under the fault stops', async () => {
  expectKept(await stoppedStarts())
})

test('[inputs.21] the live connection is cut 100 times at random: every open page shows what the API says within 5 s, and every promise is kept under the fault cuts', async () => {
  expectKept(await liveCuts())
})

test('[inputs.51] 1,000 pages with real sockets make no more than 1,000 requests in the first second, and every promise is kept under the fault thousand', async () => {
  expectKept(await thousandBack())
})

test('a replica carries reads, and every promise is kept under the fault replicas', async () => {
  expectKept(await readsWithReplica())
})

// `npm run faults -- -t 'standby machine'` runs one of them.
test.each(Object.keys(standbyFaults))(
  '[standby.14] no acknowledged write is missing, no answer is 500 and the site comes back by itself under the fault standby %s',
  async (name) => {
    expectKept(await standbyFault(name, runs, outages))
  },
)
