import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { rootDir } from './site.ts'

const otherWords = 'harbour lantern meadow pebble orchard willow kettle ribbon saddle thimble'.split(' ')

/** Words of another network that take as much room as these. */
function reworded(text: string): string {
  let said = ''
  for (let n = text.length; said.length + 4 < text.length; n += 1)
    said += `${said && ' '}${otherWords[n % otherWords.length]}`
  return said.slice(0, Math.max(text.length, 3)).trim() || 'fir'
}

function rewordedAll(value: unknown): unknown {
  if (typeof value === 'string') return reworded(value)
  if (Array.isArray(value)) return value.map(rewordedAll)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewordedAll(one)]))
}

const tier = (name: string, cents: number) => ({
  name,
  cents,
  tagline: reworded('A name in colour.'),
  highlights: [reworded('Parties of ten'), reworded('Chat every second')],
})

const shop = {
  currency: 'EUR',
  ranks: {
    note: reworded('Paid once, and then it is yours.'),
    scout: { ...tier('Scout', 350), rank: 'Gold', look: 'diamond' },
    warden: { ...tier('Warden', 900), rank: 'Emerald', look: 'emerald', colour: '#ff9d5c' },
  },
  perks: [
    {
      title: 'Company',
      perks: [{ name: 'Squad', about: reworded('How many fit in.'), free: '4', scout: '8', warden: true }],
    },
  ],
}

/** The settings of a network that shares nothing with the shipped one: no name, word, tier, price, board or link. */
export const otherBrand = {
  SITE_NAME: 'Willow Isles',
  SITE_SHORT_NAME: 'Isles',
  GAME_HOST: 'play.willow.example',
  GAME_PORT: '19777',
} as const

/** Writes the content folder of that network to a temporary place, and returns it. */
export async function otherContent(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
  const shipped = async (name: string) => parse(await readFile(join(rootDir, 'content', name), 'utf8'))
  const write = (name: string, value: unknown) => writeFile(join(directory, name), stringify(value))
  for (const name of ['pages.yaml', 'rules.yaml', 'faq.yaml', 'guidelines.yaml'])
    await write(name, rewordedAll(await shipped(name)))
  await write('links.yaml', {})
  await write('shop.yaml', shop)
  return directory
}

/** Returns every sentence that the shipped folder says on pages, with its own name left out. */
export async function shippedSentences(): Promise<string[]> {
  const found: string[] = []
  const collect = (value: unknown) => {
    if (typeof value === 'string') found.push(...value.split(/\{\w+\}/))
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect)
  }
  for (const name of ['pages.yaml', 'rules.yaml', 'faq.yaml', 'guidelines.yaml', 'shop.yaml'])
    collect(parse(await readFile(join(rootDir, 'content', name), 'utf8')))
  return found.map((one) => one.trim()).filter((one) => one.length >= 20)
}
