import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Checks the directions between modules of the tree at `cwd` (its `src`), by the rules of this checkout.
 * @param {string} cwd
 * @returns {{ modules: number, violations: { rule: string, from: string, to: string }[] }}
 */
export const checkBoundaries = (cwd) => {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const config = join(root, 'scripts/lib/boundary-rules.cjs')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--config', config, '-T', 'json', 'src'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stderr}`)
  const { modules, summary } = JSON.parse(stdout)
  return {
    modules: modules.filter(({ source }) => source.startsWith('src/')).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}
