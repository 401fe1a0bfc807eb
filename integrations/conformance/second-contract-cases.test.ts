import { expect, test } from 'vitest'
import { Pack } from '../bedrock-pack/src/pack.ts'
import { nodeHttp, nodePort } from '../bedrock-pack/test/node-port.ts'
import { FakeSite } from './fake-site.mjs'
import { runCases } from './runner.mjs'
import { secondContractCases } from './second-contract-cases.mjs'

test('an adapter that neither names protocol 2 nor corrects its clock is found out', async () => {
  const site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  const port = nodePort(nodeHttp(site.url, 'the-key'))
  const pack = new Pack(port)
  pack.start()
  const report = async () => {
    const now = Date.now()
    const players = [{ pfid: 'A1', gamertag: 'Ann', result: 'win' as const }]
    pack.reportMatch({ gameType: 'sumo', startedAt: now - 1_000, endedAt: now, players })
  }
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  for (const only of ['protocol 2', 'slow'])
    await runCases(secondContractCases, { site, report }, { only, print })
  pack.stop()
  await site.stop()
  expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringContaining('it names protocol 2'),
    expect.stringContaining('ms away from the site'),
  ])
})
