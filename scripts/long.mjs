// `npm run attack` and `npm run faults`: a Vitest project in its long form. More words go to Vitest: `-- -t fuzz`.
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

requireNode()
await prepare({ tools: true })
const [project, ...words] = process.argv.slice(2)
const args = ['run', '--project', project, '--mode', 'long', '--reporter=default', ...words]
process.exitCode = runTool('vitest/vitest.mjs', args, { env: { NODE_ENV: 'test' } })
