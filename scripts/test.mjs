// `npm test`, `npm run test:all` (--all) and `npm run check` (--check): the stages of scripts/lib/test-stages.mjs, and
// the end of whatever they started and left.
import { join } from 'node:path'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/root.mjs'
import { supervise } from './lib/supervise.mjs'

requireNode()
process.exitCode = await supervise([join(root, 'scripts/lib/test-stages.mjs'), ...process.argv.slice(2)])
