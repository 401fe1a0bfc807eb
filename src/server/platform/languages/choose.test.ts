import { expect, test } from 'vitest'
import { chooseLanguage, type LanguageWishes } from './choose.ts'

const offered = ['en', 'de', 'pt-BR', 'fr'] as const
const chosen = (wishes: LanguageWishes) => chooseLanguage([...offered], wishes)

test('[languages.01] the address decides over the cookie, that over the account, that over Accept-Language', () => {
  const all = { address: 'de', cookie: 'pt-BR', account: 'fr', accepted: 'en' }
  expect(chosen(all)).toBe('de')
  expect(chosen({ ...all, address: undefined })).toBe('pt-BR')
  expect(chosen({ ...all, address: undefined, cookie: undefined })).toBe('fr')
  expect(chosen({ accepted: 'fr, de;q=0.9' })).toBe('fr')
  expect(chosen({})).toBe('en')
})

test.each([
  'xx',
  'klingon',
  '',
  '../../etc/passwd',
  'de\0',
  'd'.repeat(10_000),
  ['de', 'fr'],
  { lang: 'de' },
  '*',
  '-',
  'e n',
])(
  '[languages.02] nonsense, or a language that is not offered, is passed over wherever it stands: %j',
  (nonsense) => {
    expect(chosen({ address: nonsense, cookie: String(nonsense), account: String(nonsense) })).toBe('en')
    expect(chosen({ address: nonsense, cookie: 'de' })).toBe('de')
    expect(chosen({ address: nonsense, accepted: 'fr' })).toBe('fr')
  },
)

test('[languages.03] Accept-Language is read by its weights, ten ranges at most', () => {
  expect(chosen({ accepted: 'de;q=0.3, fr;q=0.8' })).toBe('fr')
  expect(chosen({ accepted: 'de;q=0, fr;q=0.1' })).toBe('fr')
  expect(chosen({ accepted: 'de;q=much, fr;q=0.1' })).toBe('fr')
  expect(chosen({ accepted: 'es, *;q=0.5, de;q=0.1' })).toBe('en')
  const nine = Array.from({ length: 9 }, (_, n) => `x${String.fromCharCode(97 + n)}`).join()
  expect(chosen({ accepted: `${nine},de` })).toBe('de')
  expect(chosen({ accepted: `${nine},xy,de` })).toBe('en')
  expect(chosen({ accepted: `${'a,'.repeat(100_000)}de` })).toBe('en')
})

test('[languages.04] who reads another form of an offered language gets it: pt-PT reads pt-BR, but zh-TW no zh-CN', () => {
  for (const tag of ['pt-PT', 'pt', 'PT-br', 'pt-AO']) expect(chosen({ accepted: tag })).toBe('pt-BR')
  expect(chosen({ address: 'de-AT' })).toBe('de')
  expect(chooseLanguage(['en', 'zh-CN'], { accepted: 'zh-TW' })).toBe('en')
  expect(chooseLanguage(['en', 'zh-CN'], { accepted: 'zh-SG' })).toBe('zh-CN')
})

test('[languages.05] with one language offered nothing is chosen', () => {
  expect(chooseLanguage(['en'], { address: 'de', cookie: 'de', account: 'de', accepted: 'de' })).toBe('en')
})
