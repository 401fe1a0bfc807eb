import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTab, visit } from './support/browser.ts'
import { cli } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await cli(site, ['demo', '--players', '30', '--matches', '300'])
})
afterAll(() => endSite(site))

const assetsOf = (text: string, from: RegExp) => [...text.matchAll(from)].map(([, name]) => name!)

/** Every script below some, by what they import, also when it is needed. */
async function scriptsBelow(names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const load = async (name: string) => {
    if (found.has(name)) return
    const text = await (await fetch(`${site.url}/assets/${name}`)).text()
    found.set(name, text)
    for (const one of assetsOf(text, /["'`](?:\.|\/?assets)\/([\w.-]+\.js)["'`]/g)) await load(one)
  }
  for (const name of names) await load(name)
  return found
}

/** What the document asks for, and what its entry asks for after the first paint. */
async function homeScripts(): Promise<string[]> {
  const named = assetsOf(await (await fetch(site.url)).text(), /["']\/assets\/([\w.-]+\.js)["']/g)
  const entry = named.find((one) => one.startsWith('entry.client'))!
  const text = await (await fetch(`${site.url}/assets/${entry}`)).text()
  const later = assetsOf(text, /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
  expect(later).toHaveLength(1)
  return [...named, ...later]
}

/** Gzipped, unless the format is packed already; by its address. */
const packed = (url: string, body: Buffer) =>
  /\.(?:woff2|webp|png|jpe?g)(?:\?|$)/.test(url) ? body : gzipSync(body)

test('the first visit of / fetches no more than 182 kB of script and 450 kB in all, gzipped file by file, without the film', async () => {
  const { page, close } = await openTab(await sharedBrowser(), { size: 'narrow' })
  const responses = new Map<string, Response>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'media') responses.set(response.url(), response)
  })
  await visit(page, site.url)
  const files = await Promise.all(
    [...responses].map(async ([url, response]) => ({
      isScript: response.request().resourceType() === 'script',
      bytes: packed(url, await response.body()).length,
    })),
  )
  await close()
  const sum = (some: typeof files) => some.reduce((total, { bytes }) => total + bytes, 0)
  const scripts = files.filter(({ isScript }) => isScript)
  process.stdout.write(`/ weighs ${sum(scripts)} bytes of script, ${sum(files)} in all\n`)
  expect(scripts.length).toBeGreaterThan(5)
  expect(sum(scripts)).toBeLessThanOrEqual(182_000)
  expect(sum(files)).toBeLessThanOrEqual(450_000)
})

/** As it travels: fetch would unpack it. */
const travelling = (path: string, encodings: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(site.url + path, { headers: { 'accept-encoding': encodings } }, (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject)
    }).on('error', reject)
  })

test('the browser’s files travel as they were packed by the build, each in an encoding that was asked for', async () => {
  const name = (await homeScripts()).find((one) => one.startsWith('hydrate'))!
  const plain = readFileSync(join(rootDir, 'build/web/client/assets', name))
  const requests = async (encodings: string) => {
    const { headers, body } = await travelling(`/assets/${name}`, encodings)
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers.vary).toMatch(/accept-encoding/i)
    return { body, encoding: headers['content-encoding'] }
  }
  expect(await requests('identity')).toEqual({ encoding: undefined, body: plain })
  const packed = await requests('gzip, deflate')
  expect(packed.encoding).toBe('gzip')
  expect(gunzipSync(packed.body)).toEqual(plain)
  const tight = await requests('gzip, deflate, br')
  expect(tight.encoding).toBe('br')
  expect(brotliDecompressSync(tight.body)).toEqual(plain)
  expect(tight.body.length).toBeLessThan(packed.body.length * 0.95)
})

test('every name in the browser’s files is declared: the build took nothing away that is used', async () => {
  const scripts = await scriptsBelow(await homeScripts())
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
