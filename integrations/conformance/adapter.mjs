// Judges an adapter: a site in memory that misbehaves, to which the adapter is pointed.
import { execFile } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { parseArgs, promisify } from 'node:util'
import { adapterCases } from './adapter-cases.mjs'
import { FakeSite } from './fake-site.mjs'
import { killRuns } from './kill-runs.mjs'
import { playerId } from './players.mjs'
import { commandCases } from './program.mjs'
import { runCases } from './runner.mjs'
import { secondContractCases } from './second-contract-cases.mjs'

const usage = `Usage: node integrations/conformance/adapter.mjs --command <program> [--pfid] [--runs N] [--seed N]
                                                 [--only <words>]
       node integrations/conformance/adapter.mjs [--port 3999] [--key a-key-for-the-kit] [--report <program>]
                                                 [--only <words>] [--contract 2]

--command  a program with the adapter in it, which the kit starts, plays with and kills; README.md beside this file
           says what it reads and writes. Example: --command 'php integrations/php/conformance/adapter.php'
--runs     this many random evenings with kills instead of the cases; --seed repeats them
--pfid     the adapter knows players by their PlayFab id, as on a Bedrock Dedicated Server, not by XUID

Without --command, point a running game server at http://127.0.0.1:<port> with that key, then start this. --report names
a program that makes it report one match (one whose players are not the same each time is fine); without it you are asked
to. --contract 2 is a site with serverTime and retry, and adds the cases for adapters that name protocol 2.`

const { values } = parseArgs({
  options: {
    command: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    port: { type: 'string', default: '3999' },
    key: { type: 'string', default: 'a-key-for-the-kit' },
    report: { type: 'string' },
    only: { type: 'string' },
    contract: { type: 'string', default: '1' },
    pfid: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Judges a game server that somebody else started. */
async function judgeRunning() {
  const contract = values.contract === '2' ? 2 : 1
  const cases = contract === 2 ? { ...secondContractCases, ...adapterCases } : adapterCases
  const site = await new FakeSite({ keys: [values.key], port: Number(values.port), contract }).start()
  console.log(`waiting for the adapter at ${site.url}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const program = values.report
  const report = async () => {
    if (program) await promisify(execFile)(program)
    else await terminal.question('Make the game server report a match, then press Enter. ')
  }
  const failed = await runCases(cases, { site, report }, { only: values.only })
  terminal.close()
  await site.stop()
  return failed
}

async function judge() {
  const { command, runs, seed, only } = values
  if (command === undefined) return judgeRunning()
  if (runs === undefined) return runCases(commandCases(command), undefined, { only, atOnce: 4 })
  return killRuns({ command, runs: Number(runs), ...(seed !== undefined && { seed: Number(seed) }) })
}

if (values.pfid) playerId.name = 'pfid'
if (values.help) console.log(usage)
else if ((await judge()) > 0) process.exitCode = 1
