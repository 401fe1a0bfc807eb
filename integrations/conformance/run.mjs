// Drives a site through the ingest contract: node integrations/conformance/run.mjs --url … --key …
import { parseArgs } from 'node:util'
import { client } from './client.mjs'
import { runCases } from './runner.mjs'
import { siteCases } from './site-cases.mjs'

const usage = `Usage: node integrations/conformance/run.mjs --url http://127.0.0.1:3000 --key <secret> [--other-key <secret>] [--only <words>]

The keys come from \`npm run cli -- key create <name>\`. The second one is for the case that needs two game servers; without
it that case is left out. KIT_KEY and KIT_OTHER_KEY in the environment do as well and stay out of the process list.
The kit voids its matches at the end; its players stay: use a test site.`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string', default: process.env.KIT_KEY },
    'other-key': { type: 'string', default: process.env.KIT_OTHER_KEY },
    only: { type: 'string' },
  },
})
const { url, key, 'other-key': otherKey, only } = values

if (!url || !key) {
  console.error(usage)
  process.exitCode = 2
} else {
  const needsTwo = (name) => name.includes('another key')
  const cases = Object.entries(siteCases).filter(([name]) => otherKey || !needsTwo(name))
  const kit = { site: client({ url, key }), ...(otherKey && { other: client({ url, key: otherKey }) }) }
  if ((await runCases(Object.fromEntries(cases), kit, { only })) > 0) process.exitCode = 1
  let voided = 0
  for (const sender of Object.values(kit)) voided += await sender.voidAll()
  if (voided > 0) console.log(`${voided} matches voided`)
  if (!otherKey) console.log('left out, for want of --other-key: void from another key')
}
