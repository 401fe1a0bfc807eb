import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { colours, rankColours } from './colours.ts'

const css = readFileSync(new URL('../../../../web/styles/app.css', import.meta.url), 'utf8')
const token = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(css)?.[1]

test('Images and icons have the colours of the pages', () => {
  for (const [name, colour] of Object.entries(colours)) {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(token(kebab.replace('face', 'slab-default')), name).toBe(colour)
  }
  for (const rank of shippedRanks) {
    const name = rank === 'Product Staff' ? 'staff' : rank.toLowerCase()
    expect(token(`rank-${name}`), rank).toBe(rankColours[rank])
  }
})
