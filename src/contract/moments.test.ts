import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMoment } from './moments.ts'

const eleven = Date.UTC(2026, 10, 26, 11)

describe('[inputs.04] the same instant in every spelling of ISO 8601 with a zone', () => {
  test.each([
    ['2026-11-26T11:00:00.000Z', 'JavaScript, toISOString'],
    ['2026-11-26T11:00:00+0000', 'PHP, DATE_ISO8601'],
    ['2026-11-26T12:00:00+01:00', 'PHP, DATE_ATOM'],
    ['+2026-11-26T11:00:00+00:00', 'PHP, DATE_ISO8601_EXPANDED'],
    ['2026-11-26T11:00:00.000000Z', 'Python, isoformat'],
    ['2026-11-26T11:00Z', 'Java, OffsetDateTime without seconds'],
    ['2026-11-26T12:00+01:00[Europe/Berlin]', 'Java, ZonedDateTime'],
    ['2026-11-26T11:00:00.000000000Z', 'Java, Instant'],
    ['2026-11-26T12:00:00.000+0100', 'Java, SimpleDateFormat'],
    ['2026-11-26T03:00:00-08:00', 'Go, RFC3339'],
    ['2026-11-26T11:00:00.000000001Z', 'Go, RFC3339Nano'],
    ['2026-11-26 11:00:00+00', 'PostgreSQL'],
    ['2026-11-26t11:00:00z', 'RFC 3339'],
    ['+002026-11-26T11:00:00Z', 'JavaScript, a year of six digits'],
    ['20261126T110000Z', 'the basic format'],
    ['20261126T11+00', 'the basic format, hours alone'],
    ['2026-11-26T11:00:00,000Z', 'a decimal comma'],
    ['2026-11-26T10,5-0030', 'half an hour'],
    ['2026-11-26T10:59.5+00', 'half a minute'],
    ['2026-11-26T11:00:00-00:00', 'an unknown local offset'],
    ['2026-11-26T10:00:00−01:00', 'a true minus'],
    ['2026-W48-4T11:00:00Z', 'a week date'],
    ['2026W484T110000Z', 'a basic week date'],
    ['2026-330T11:00:00Z', 'an ordinal date'],
  ])('%s (%s)', (text) => {
    const wanted = text.includes('10:59.5') ? eleven - 30_000 : eleven
    expect(readMoment(text)).toBe(wanted)
  })

  test.each([
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2017-01-01T05:29:60.5+05:30', Date.UTC(2017, 0, 1, 0, 0, 0, 500)],
    ['2026-11-26T24:00:00Z', Date.UTC(2026, 10, 27)],
    ['2024-02-29T00:00Z', Date.UTC(2024, 1, 29)],
    ['2020-W53-7T00:00Z', Date.UTC(2021, 0, 3)],
    ['2024-366T00Z', Date.UTC(2024, 11, 31)],
    ['1969-12-31T23:59:59.999Z', -1],
    ['2026-11-26T11:00:00.289999Z', eleven + 289],
    ['2026-11-26T11:00:00.0005Z', eleven],
  ])('%s', (text, wanted) => {
    expect(readMoment(text)).toBe(wanted)
  })
})

test.each([
  '',
  'now',
  '2026-11-26',
  '2026-11-26T11:00:00',
  '2026-11-26T11:00:00 UTC',
  'Thu, 26 Nov 2026 11:00:00 GMT',
  '1795690800',
  '2026-02-29T11:00:00Z',
  '2026-13-01T11:00:00Z',
  '2026-00-01T11:00:00Z',
  '2026-11-31T11:00:00Z',
  '2026-11-26T25:00:00Z',
  '2026-11-26T24:00:01Z',
  '2026-11-26T11:60:00Z',
  '2026-11-26T11:00:60Z',
  '2026-11-26T11:00:61Z',
  '2026-11-26T11:00:00+24:00',
  '2026-11-26T11:00:00+01:60',
  '2026-11-26T11:00:00.Z',
  '2026-11-26T11:00:00Z\n',
  '2026-W54-1T11:00:00Z',
  '2026-W00-1T11:00:00Z',
  '2026-W48-8T11:00:00Z',
  '2026-366T11:00:00Z',
  '2026-000T11:00:00Z',
  '2026-11-26T11:00:00[Europe/Berlin]',
  '٢٠٢٦-11-26T11:00:00Z',
])('[inputs.04] %j names no instant', (text) => {
  expect(readMoment(text)).toBeUndefined()
})

test('[inputs.04] every instant is read back from what a language writes of it, whatever the offset', () => {
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 253_402_000_000_000 }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      fc.constantFrom(':', ''),
      fc.constantFrom('.', ','),
      fc.stringMatching(/^\d{0,6}$/),
      (ms, offset, colon, point, digits) => {
        const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1).replace('.', point)
        const size = Math.abs(offset)
        const text = `${local}${digits}${offset < 0 ? '-' : '+'}${pad(size / 60)}${colon}${pad(size % 60)}`
        expect(readMoment(text)).toBe(ms)
        expect(readMoment(text.replace(/(?<=^.{0,18})[-:](?!\d\d:?\d\d$)/g, ''))).toBe(ms)
      },
    ),
    { numRuns: 300 },
  )
})

test('[inputs.04] no text makes the reader fail, and what JavaScript reads as UTC is the same instant here', () => {
  const piece = fc.constantFrom(
    '2026',
    '-',
    '11',
    '26',
    'T',
    ':',
    '00',
    '.',
    '5',
    'Z',
    '+',
    'W',
    ' ',
    '24',
    '60',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 16 }).map((all) => all.join('')),
        fc.string(),
      ),
      (text) => {
        const read = readMoment(text)
        if (read === undefined) return
        expect(Number.isInteger(read)).toBe(true)
        const other = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)
          ? Date.parse(text)
          : Number.NaN
        if (!Number.isNaN(other)) expect(read).toBe(other)
      },
    ),
    { numRuns: 2_000 },
  )
})
