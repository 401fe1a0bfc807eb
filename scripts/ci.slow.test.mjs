import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './lib/root.mjs'

const home = mkdtempSync(join(tmpdir(), 'ci-'))
afterAll(() => rmSync(home, { recursive: true }))

/** Processes of this script that are left, by their command lines. @param {string} list of `ps` */
const scripts = (list) => list.split('\n').filter((line) => line.includes(`bash ${home}/.ci/run`))

test.each([0, 7])(
  '[green.50] CI tests beside a busy processor, ends the load and passes on the exit code %i',
  (code) => {
    cpSync(join(root, '.ci'), join(home, '.ci'), { recursive: true })
    const scriptsOf = { 'test:all': `ps -eo args= > during && exit ${code}` }
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'ci', scripts: scriptsOf }))
    const { status } = spawnSync('bash', [join(home, '.ci/run')], { stdio: 'ignore' })
    expect(status).toBe(code)
    expect(scripts(readFileSync(join(home, 'during'), 'utf8'))).toHaveLength(2)
    const { stdout } = spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
    expect(scripts(stdout)).toEqual([])
  },
)
