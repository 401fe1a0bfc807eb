import { DefaultReporter } from 'vitest/node'
import { durationOf } from './results.mjs'

const everyMs = 15_000

/**
 * Prints failures as they come, and every 15 s a line: the stage (TEST_STAGE), the time since the run began
 * (TEST_BEGUN), how many files have ended and which has been running longest.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter's default export.
export default class ProgressReporter extends DefaultReporter {
  /** When each file began. @type {Map<string, number>} */
  #running = new Map()
  #files = 0
  #ended = 0
  #tests = 0
  #failed = 0
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  constructor() {
    super({ summary: false })
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    this.#files = specifications.length
    this.#timer = setInterval(() => this.#print(), everyMs)
  }

  onTestModuleStart({ moduleId }) {
    this.#running.set(moduleId, Date.now())
  }

  onTestModuleEnd(module) {
    super.onTestModuleEnd(module)
    this.#running.delete(module.moduleId)
    this.#ended += 1
    for (const test of module.children.allTests()) {
      this.#tests += 1
      if (test.result().state === 'failed') this.#failed += 1
    }
  }

  onTestRunEnd(modules, errors, reason) {
    clearInterval(this.#timer)
    super.onTestRunEnd(modules, errors, reason)
  }

  printTestModule(module) {
    if (module.state() === 'failed') super.printTestModule(module)
  }

  #print() {
    const [file, begun] = [...this.#running].sort(([, a], [, b]) => a - b)[0] ?? []
    const longest = file === undefined ? '' : `; ${this.relative(file)} for ${durationOf(Date.now() - begun)}`
    this.log(
      `[${process.env.TEST_STAGE}] ${durationOf(Date.now() - Number(process.env.TEST_BEGUN))}  ${this.#ended} of ${this.#files} files, ${this.#tests} tests, ${this.#failed} failed${longest}`,
    )
  }
}
