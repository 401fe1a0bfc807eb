import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// Every page as a visitor sees it, at both widths, into .cache/screens; with --save the README's pictures as WebP.
requireNode()
await prepare({ built: true })
const { chromium: findChromium } = await import('./lib/chromium.mjs')
const { chromium } = await import('playwright-core')
const { default: sharp } = await import('sharp')

const pages = { home: '/', auth: '/auth', social: '/social', 'not-found': '/nowhere' }
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } }
const saved = ['home-wide']

const port = 3987
const url = `http://127.0.0.1:${port}`
const out = join(root, '.cache/screens')
mkdirSync(out, { recursive: true })

const executablePath = findChromium()
if (!executablePath) {
  console.error('Screens need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  process.exit(1)
}
const dataDir = mkdtempSync(join(tmpdir(), 'screens-'))
chmodSync(dataDir, 0o755)
const site = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent', GAME_HOST: '127.0.0.1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const ended = new Promise((resolve) => site.once('exit', resolve))
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
]
const browser = await chromium.launch({ executablePath, args: flags })
try {
  await ready()
  for (const [size, viewport] of Object.entries(sizes)) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await page.screenshot({ path: join(out, `${name}-${size}.png`), fullPage: true })
      if (process.argv.includes('--save') && saved.includes(`${name}-${size}`))
        await save(page, `${name}-${size}`)
    }
  }
  console.log(`Screens of ${Object.keys(pages).length} pages at two widths are in .cache/screens`)
} finally {
  await browser.close()
  site.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

async function save(page, name) {
  const folder = join(root, 'docs/screens')
  mkdirSync(folder, { recursive: true })
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(folder, `${name}.webp`))
}

async function ready() {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('The site was not ready in a minute')
}
