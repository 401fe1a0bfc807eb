import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => endSite(site))

const assetsOf = (text: string, from: RegExp) => [...text.matchAll(from)].map(([, name]) => name!)

/** Every script below some, by what they import; `lazily` also those that come when they are needed. */
async function scriptsBelow(names: readonly string[], lazily: boolean): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const visit = async (name: string) => {
    if (found.has(name)) return
    const text = await (await fetch(`${site.url}/assets/${name}`)).text()
    found.set(name, text)
    const imports = lazily
      ? assetsOf(text, /["'`](?:\.|\/?assets)\/([\w.-]+\.js)["'`]/g)
      : assetsOf(text, /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)
    for (const one of imports) await visit(one)
  }
  for (const name of names) await visit(name)
  return found
}

const homeScripts = async () =>
  assetsOf(await (await fetch(site.url)).text(), /["']\/assets\/([\w.-]+\.js)["']/g)

test('the scripts of / weigh no more than 160 kB, gzipped one by one', async () => {
  const scripts = await scriptsBelow(await homeScripts(), false)
  expect(scripts.size).toBeGreaterThan(5)
  const bytes = [...scripts.values()].reduce((sum, text) => sum + gzipSync(text).length, 0)
  expect(bytes).toBeLessThanOrEqual(160_000)
})

test('every name in the browser’s files is declared: the build took nothing away that is used', async () => {
  const scripts = await scriptsBelow(await homeScripts(), true)
  expect(scripts.size).toBeGreaterThan(80)
  const directory = mkdtempSync(join(tmpdir(), 'bundle-'))
  for (const name of scripts.keys())
    copyFileSync(join(rootDir, 'build/web/client/assets', name), join(directory, name))
  const rule = { correctness: { noUndeclaredVariables: 'error' } }
  writeFileSync(
    join(directory, 'biome.json'),
    JSON.stringify({
      root: true,
      files: { maxSize: 5_000_000 },
      linter: { rules: { recommended: false, ...rule } },
    }),
  )
  const biome = join(rootDir, 'node_modules/@biomejs/biome/bin/biome')
  const said = lintIn(directory, biome)
  rmSync(directory, { recursive: true })
  const names = new Set(assetsOf(said, /The ([\w$]+) variable is undeclared/g))
  // What browsers' extensions and bundlers may offer, asked for with typeof.
  for (const offered of ['__REACT_DEVTOOLS_GLOBAL_HOOK__', '__webpack_nonce__']) names.delete(offered)
  expect([...names]).toEqual([])
  expect(Number(/Checked (\d+) files/.exec(said)?.[1])).toBeGreaterThanOrEqual(scripts.size)
})

/** What the linter says, whether it is content or not. */
function lintIn(directory: string, biome: string): string {
  try {
    const options = { cwd: directory, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 << 20 } as const
    return execFileSync(process.execPath, [biome, 'lint', '--max-diagnostics=1000', '.'], options)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}
