import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { cpuSeconds } from './cpu-group.mjs'
import { root } from './root.mjs'

/**
 * Writes a line of JSON per test file: what it cost in processor seconds, with the sites, databases and browsers that
 * it starts. Files must run one after the other in the cgroup of COST_USAGE.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter's default export.
export default class CostReporter {
  #before = 0

  onTestRunStart() {
    this.#before = cpuSeconds(process.env.COST_USAGE)
  }

  onTestModuleEnd({ moduleId }) {
    const now = cpuSeconds(process.env.COST_USAGE)
    const line = { file: relative(root, moduleId), seconds: now - this.#before }
    appendFileSync(process.env.COST_OUTPUT, `${JSON.stringify(line)}\n`)
    this.#before = now
  }
}
