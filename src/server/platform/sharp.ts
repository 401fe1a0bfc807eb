import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { default as Sharp } from 'sharp'

const require = createRequire(import.meta.url)

let loaded: Promise<typeof Sharp> | undefined

/** What decodes and draws pictures. Loaded with the first one: its machine code is memory that most hours need not. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Decodes are few and bounded by a gate: a cache would only hold memory, and one thread each leaves the other core free.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

const pathOf = (from: NodeJS.Require, name: string): string | undefined => {
  try {
    return from.resolve(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/**
 * Since it is loaded late, a start asks whether it could be. `from`: who would load it.
 * @throws with one clear sentence when it, or its machine code, is not installed
 */
export function requireSharp(from: NodeJS.Require = require): void {
  const { platform, arch } = process
  const library = pathOf(from, 'sharp')
  // Linux has two C libraries; a platform without machine code of its own takes the one for any.
  const machines = [`${platform}-${arch}`, `${platform}musl-${arch}`, 'wasm32', `${platform}-wasm32`]
  const isWhole =
    library !== undefined &&
    (machines.some((machine) => pathOf(createRequire(library), `@img/sharp-${machine}/sharp.node`)) ||
      existsSync(join(dirname(library), '../src/build/Release')))
  if (isWhole) return
  throw new Error(
    `The package sharp is not installed for ${platform}-${arch}: run npm ci with optional packages.`,
  )
}
