import { checkBoundaries } from './lib/boundaries.mjs'
import { root } from './lib/root.mjs'
import { checkSourceRules } from './lib/source-rules.mjs'

const { modules, violations } = checkBoundaries(root)
const lines = [
  ...violations.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`),
  ...checkSourceRules(root).map(({ rule, from }) => `${rule}: ${from}`),
]
// A cruiser that understands no TypeScript sees nothing, and finds nothing wrong with it.
if (modules < 50) lines.push(`only ${modules} modules were seen`)
for (const line of lines) console.error(line)
if (lines.length > 0) process.exitCode = 1
else console.log(`${modules} modules, no boundary crossed, no cycle`)
