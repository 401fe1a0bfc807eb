import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { readContent } from './content.ts'
import { defaultWords } from './default-words.ts'
import { siteSettings } from './site-settings.ts'

/** Replaces every text by another network's. */
const rewritten = (value: unknown): unknown => {
  if (typeof value === 'string') return 'Fox words'
  if (Array.isArray(value)) return value.map(rewritten)
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, rewritten(one)]))
}

const tier = (name: string, cents: number) => ({ name, cents, tagline: 'Nice.', highlights: ['Much'] })

test('[frame.33] A network with words, tiers and a currency of its own shows none of the shipped ones', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
  const write = (name: string, value: unknown) => writeFile(join(directory, name), stringify(value))
  await write('pages.yaml', rewritten(defaultWords))
  await write('links.yaml', {})
  await write('shop.yaml', {
    currency: 'EUR',
    ranks: { note: 'Once.', scout: { ...tier('Scout', 350), rank: 'Gold' }, warden: tier('Warden', 900) },
    perks: [{ title: 'All', perks: [{ name: 'Party', about: 'Size.', scout: '8' }] }],
  })
  const config = readConfig({ CONTENT_DIR: directory, SITE_NAME: 'Fox', SITE_SHORT_NAME: 'Fox' }, rootDir)
  const content = await readContent(config)
  const site = siteSettings(config, content)
  const said = JSON.stringify([
    site.words,
    site.footer,
    site.boards,
    site.rankNames,
    site.support,
    content.shop,
  ])
  expect(said).not.toMatch(/[Vv]ulx|[Aa]rena|blade|Diamond|Emerald|NoDebuff|USD|Game Pass|Battle Pass/)
  expect(Object.keys(site.links).sort()).toEqual(['discord', 'staffApplication'])
  expect(site.rankNames).toEqual({ Gold: 'Scout' })
  expect(content.shop.currency).toBe('EUR')
  expect(content.shop.ranks.tiers.map(({ name }) => name)).toEqual(['Scout', 'Warden'])
  expect(content.shop.passes.tiers).toEqual([])
  expect(site.words.auth?.ranks.map(({ name }) => name)).toEqual(['Scout', 'Warden'])
  await rm(directory, { recursive: true })
})

test('[settings.147] An invite of Discord is one of the links, unless DISCORD_INVITE is set', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
  const invite = 'https://discord.gg/ember'
  await writeFile(join(directory, 'links.yaml'), stringify({ discord: invite, discordMembers: 40 }))
  const shown = async (settings: Record<string, string>) => {
    const config = readConfig(settings, rootDir)
    const { links, discordMembers } = siteSettings(config, await readContent(config))
    return [links.discord, discordMembers]
  }
  expect(await shown({ CONTENT_DIR: directory })).toEqual([invite, 40])
  expect(await shown({ CONTENT_DIR: directory, DISCORD_INVITE: 'other' })).toEqual([
    'https://discord.gg/other',
    40,
  ])
  expect(await shown({})).toEqual(['https://discord.com', undefined])
  await rm(directory, { recursive: true })
})

test('[settings.145] The sample addresses of the shipped links are on no site with a name of its own, and its own addresses are', async () => {
  const support = async (settings: Record<string, string>) => {
    const config = readConfig(settings, rootDir)
    return siteSettings(config, await readContent(config)).support
  }
  expect(await support({ SITE_NAME: 'Ember Arena' })).toEqual({})
  expect(await support({})).toEqual({
    support: 'support@vulx.example',
    partnerships: 'partnerships@vulx.example',
  })
  const directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
  await writeFile(join(directory, 'links.yaml'), stringify({ supportEmail: 'team@ember.example' }))
  expect(await support({ CONTENT_DIR: directory, SITE_NAME: 'Ember Arena' })).toEqual({
    support: 'team@ember.example',
  })
  await rm(directory, { recursive: true })
})
