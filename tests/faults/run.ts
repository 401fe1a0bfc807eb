import { databaseFaults } from './database.ts'
import { clockJumps, diskFull } from './machine.ts'
import { outsideFaults } from './outside.ts'
import { killedUnderLoad, memoryUnderLoad, stoppedUnderLoad, worstPictures } from './process.ts'
import { twoProcesses } from './several.ts'
import type { Result } from './support/result.ts'
import { upgraded } from './upgrade.ts'

/** Every fault by the name under which it can be asked for alone. */
const suite: Readonly<Record<string, () => Promise<Result[]>>> = {
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
  'database-18': () => databaseFaults('embedded 18', ['database killed']),
}

/** Runs the faults that are named, or all; answers whether every promise was kept. */
export async function run(names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => suite[name] === undefined)
  if (unknown.length > 0) {
    console.error(`There is no fault ${unknown.join(', ')}: ${Object.keys(suite).join(', ')}`)
    return false
  }
  const results: Result[] = []
  for (const [name, work] of Object.entries(suite)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      results.push(...(await work()))
    } catch (error) {
      // One fault that cannot be made must not hide the others.
      const measured = error instanceof Error ? (error.stack ?? error.message) : String(error)
      results.push({ fault: name, tried: 'the run itself', bound: 'no error', measured, passed: false })
    }
  }
  print(results)
  return results.every(({ passed }) => passed)
}

function print(results: readonly Result[]): void {
  console.log('\n| fault | promise | bound | measured | |\n|---|---|---:|---:|---|')
  for (const { fault, tried, bound, measured, passed } of results) {
    const line = measured.split('\n', 1)[0]
    console.log(`| ${fault} | ${tried} | ${bound} | ${line} | ${passed ? 'kept' : '**BROKEN**'} |`)
  }
  for (const result of results) console.log(JSON.stringify(result))
  const broken = results.filter(({ passed }) => !passed).length
  console.log(`\n${results.length - broken} promises kept, ${broken} broken`)
}
