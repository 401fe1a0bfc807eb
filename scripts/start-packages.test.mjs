import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
const { dependencies } = JSON.parse(read('package.json'))

test('[plugs.40] a start installs 440 packages at most', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const needed = Object.values(packages).filter(
    ({ dev, devOptional, optional, os, cpu }) =>
      !dev && !devOptional && !(optional && (os || cpu) && !(os?.includes('linux') && cpu?.includes('x64'))),
  )
  expect(needed.length).toBeLessThanOrEqual(440)
})

test('[plugs.40] what builds the site imports no package that a start leaves out', () => {
  const files = [
    'react-router.config.ts',
    'src/web/vite.config.ts',
    'src/server/vite.config.ts',
    ...['start', 'build', 'cli'].map((name) => `scripts/${name}.mjs`),
    ...[
      'build',
      'compress-assets',
      'install',
      'lock',
      'message-macros',
      'node-version',
      'parent',
      'prepare',
      'root',
      'run',
    ].map((name) => `scripts/lib/${name}.mjs`),
    ...readdirSync(join(root, 'scripts/lib'))
      .filter((name) => name.endsWith('.ts') && !/\.d\.|vitest/.test(name))
      .map((name) => `scripts/lib/${name}`),
  ]
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/^import (?!type).*from '([^.'][^']*)'/gm)].map(([, name = '']) =>
      name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? ''),
    ),
  )
  const packages = imported.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
  expect(packages).toContain('vite')
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})
