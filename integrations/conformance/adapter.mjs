// Judges an adapter: a site in memory that misbehaves, to which the adapter is pointed.
import { execFile } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { parseArgs, promisify } from 'node:util'
import { adapterCases } from './adapter-cases.mjs'
import { FakeSite } from './fake-site.mjs'
import { runCases } from './runner.mjs'
import { secondContractCases } from './second-contract-cases.mjs'

const usage = `Usage: node integrations/conformance/adapter.mjs [--port 3999] [--key a-key-for-the-kit] [--report <program>] [--only <words>] [--contract 2]

Point the adapter at http://127.0.0.1:<port> with that key, then start this. --report names a program that makes the game
server report one match (one whose players are not the same each time is fine); without it you are asked to.
--contract 2 is a site with serverTime and retry, and adds the cases for adapters that name protocol 2.`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3999' },
    key: { type: 'string', default: 'a-key-for-the-kit' },
    report: { type: 'string' },
    only: { type: 'string' },
    contract: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(usage)
} else {
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
  if ((await runCases(cases, { site, report }, { only: values.only })) > 0) process.exitCode = 1
  terminal.close()
  await site.stop()
}
