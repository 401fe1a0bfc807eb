import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPhp } from '../../../scripts/lib/php.mjs'
import { readMoment } from '../../../src/contract/moments.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const digits = (min: number, max: number, length: number) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(length, '0'))

/** Times in every form, now and then with a part that no calendar or clock has. */
const day = fc.oneof(
  fc.tuple(digits(1965, 2105, 4), digits(0, 13, 2), digits(0, 32, 2)).map((parts) => parts.join('-')),
  fc.tuple(digits(1970, 2105, 4), digits(1, 12, 2), digits(1, 31, 2)).map((parts) => parts.join('')),
  fc.tuple(digits(1970, 2105, 4), digits(0, 54, 2), digits(1, 8, 1)).map(([y, w, d]) => `${y}-W${w}-${d}`),
  fc.tuple(digits(1970, 2105, 4), digits(0, 367, 3)).map(([y, d]) => `+00${y}-${d}`),
)
const clock = fc
  .tuple(
    digits(0, 24, 2),
    digits(0, 60, 2),
    digits(0, 61, 2),
    fc.constantFrom('', '.5', ',289', '.000000001'),
  )
  .chain(([h, m, s, fraction]) =>
    fc
      .constantFrom(h, `${h}:${m}`, `${h}${m}`, `${h}:${m}:${s}`, `${h}${m}${s}`, '23:59:60', '24:00:00')
      .map((text) => text + fraction),
  )
const zone = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+00', '-0000', '+01:00[Europe/Berlin]', '−05:30', ' UTC', '[UTC]'),
  fc.tuple(fc.constantFrom('+', '-'), digits(0, 25, 2), digits(0, 61, 2)).map(([s, h, m]) => `${s}${h}:${m}`),
)
const moment = fc.tuple(day, fc.constantFrom('T', 't', ' ', ''), clock, zone).map((parts) => parts.join(''))

test('[inputs.04] the package for PHP reads the same times as the site, to the same instant, and refuses the same', () => {
  const texts = [
    ...fc.sample(moment, 3_000),
    ...fc.sample(fc.string(), 200).filter((text) => text.isWellFormed()),
  ]
  const program = `require ${JSON.stringify(file('../src/Time.php'))};
    echo json_encode(array_map([VulxNetwork\\SiteClient\\Time::class, 'ms'], json_decode(stream_get_contents(STDIN))));`
  const { stdout, stderr } = spawnSync(findPhp()!, ['-r', program], { input: JSON.stringify(texts) })
  expect(stderr.toString()).toBe('')
  const theirs = JSON.parse(stdout.toString()) as (number | null)[]
  const ours = texts.map(readMoment).map((ms) => (ms !== undefined && ms >= 0 ? ms : null))
  expect(texts.map((text, at) => [text, theirs[at]])).toEqual(texts.map((text, at) => [text, ours[at]]))
  expect(ours.filter((ms) => ms !== null).length).toBeGreaterThan(300)
  expect(ours.filter((ms) => ms === null).length).toBeGreaterThan(300)
})

test('[inputs.04] the core reads times with the reader of the site', () => {
  const text = (path: string) => readFileSync(file(path), 'utf8')
  expect(text('../../core/src/moments.ts')).toBe(text('../../../src/contract/moments.ts'))
})
