import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import fastify from 'fastify'
import { sql } from 'kysely'
import PO from 'pofile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../domains/matches/ledger/queries/keys.ts'
import { type MailSite, mailSite } from '../../testing/mail-site.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import type { RenderPage } from '../http/pages.ts'
import { openLanguages } from './languages.ts'

/** The web side is one line, in the language that the document is in. */
const render: RenderPage = async (_request, { site, messages, nonce }) =>
  new Response(
    `<html lang="${site.language?.tag ?? 'en'}" data-kept="${site.language?.isInAddress}"><i nonce="${nonce}"></i><p>${Object.keys(messages ?? {}).length > 0}</p><u>${site.language?.catalogue}</u>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

const environment = { LANGUAGES: 'en, de, es, pt-BR, fr', RATE_LIMITS: 'off' }
const refused = {
  en: 'You must be signed in',
  de: 'Du musst angemeldet sein',
  es: 'Tienes que iniciar sesión',
  'pt-BR': 'Você precisa entrar na sua conta',
  fr: 'Tu dois te connecter',
}

// Two processes of one site, both with visitor caches.
let here: TestApp
let there: TestApp
let mails: MailSite
beforeAll(async () => {
  here = await testApp({ environment, render, visitorCaches: true })
  there = await testApp({ environment, render, visitorCaches: true, store: here.store })
  mails = await mailSite(environment)
})
afterAll(async () => {
  await mails.close()
  await there.close()
  await here.close()
})

const langOf = (text: string) => /<html lang="([^"]+)"/.exec(text)?.[1]
const speaks = (accepted: string) => ({ headers: { 'accept-language': accepted } })

test('[languages.08] an error is in the language of whoever asked, and so are its fields', async () => {
  const visitor = here.browser()
  for (const [tag, sentence] of Object.entries(refused)) {
    const { status, json } = await visitor.get('/api/user', speaks(tag))
    expect([status, json.code, json.message, json.error]).toEqual([401, 'unauthorized', sentence, sentence])
  }
  expect((await visitor.get('/api/user')).json.message).toBe(refused.en)
  expect((await visitor.get('/api/user?lang=de', speaks('fr'))).json.message).toBe(refused.de)
  expect((await visitor.get('/api/user', { headers: { cookie: 'lang=de' } })).json.message).toBe(refused.de)
  const opened = { headers: { 'x-language': 'es', cookie: 'lang=de' } }
  expect((await visitor.get('/api/user', opened)).json.message).toBe(refused.es)
})

test('[languages.39] an error of a field is in the language of whoever asked', async () => {
  const short = { username: 'ab', password: '12345' }
  const fieldsOf = async (tag: string) =>
    (await here.browser().post('/api/register', short, speaks(tag))).json.fields
  const english = await fieldsOf('en')
  expect(english.username).toBe('Username must be at least 3 characters')
  const { items } = PO.parse(readFileSync(join(import.meta.dirname, '../../../../languages/de.po'), 'utf8'))
  const german = (text: string) => items.find(({ msgid }) => msgid === text)!.msgstr[0]
  expect(german(english.username)).toBeTruthy()
  expect(await fieldsOf('de')).toEqual(
    Object.fromEntries(Object.entries<string>(english).map(([name, text]) => [name, german(text)])),
  )
})

test('[languages.73] What a schema says of an odd value, and what is refused before a body is read, is in the language of whoever asked', async () => {
  const member = await here.member()
  const inGerman = { headers: { 'x-language': 'de' } }
  const odd = async (method: string, path: string, body?: unknown) => {
    const { json } = await member.send(method, path, { ...inGerman, ...(body !== undefined && { body }) })
    return [json.code, json.error]
  }
  expect(await odd('PUT', '/api/user/language', { language: 7 })).toEqual(['validation', 'Ungültige Eingabe'])
  expect((await odd('PUT', '/api/notifications/choices', { kind: 'gossip' }))[1]).toMatch(
    /^kind muss .*: reply, mention, /,
  )
  expect(await odd('GET', '/api/leaderboard?gameType=overall&period=year')).toEqual([
    'validation',
    'period muss all, month, week, season oder season:<id> sein',
  ])
  expect(await odd('PUT', '/api/leaderboard', {})).toEqual(['method_not_allowed', 'Methode nicht erlaubt'])
  expect(await odd('POST', '/api/posts', ['Hello'])).toEqual([
    'validation',
    'Der Inhalt der Anfrage muss ein JSON-Objekt sein',
  ])
  const english = await member.send('PUT', '/api/leaderboard', { headers: { 'x-language': 'en' }, body: {} })
  expect(english.json.error).toBe('Method not allowed')
})

test('[languages.89] A refusal for one field says in its message what it says at the field, in one language', async () => {
  const member = await here.member()
  const body = { content: 'Look', mediaUrl: 'data:text/html;base64,PGI+' }
  for (const [tag, sentence] of [
    ['en', 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images'],
    ['de', 'Ungültiger Dateityp. Bitte lade JPEG-, PNG-, WebP- oder GIF-Bilder hoch'],
  ] as const) {
    const { json } = await member.send('POST', '/api/posts', { headers: { 'x-language': tag }, body })
    expect([json.message, json.fields]).toEqual([sentence, { mediaUrl: sentence }])
  }
})

test('[languages.24] game servers get errors in English, which their logs are in', async () => {
  const { secret } = await createKey(here.database.sql, 'Arena')
  const response = await here.app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    headers: { authorization: `Bearer ${secret}`, 'accept-language': 'de' },
    payload: { events: [{ id: 'x'.repeat(2 * 1024 * 1024) }] },
  })
  expect([response.statusCode, response.json().message]).toEqual([413, 'The request body is too large'])
})

test('[languages.25] what people wrote is said as they wrote it', () => {
  const written = { text: 'C:\\u0041 <0>x</0>' }
  for (const tag of ['en', 'de'])
    expect(
      here.context.languages.sayIn(tag)({
        id: 'said',
        message: ['Said: ', ['text']] as never,
        values: written,
      }),
    ).toBe(`Said: ${written.text}`)
})

test('[languages.09] 200 requests at once in five languages get no foreign word', async () => {
  const tags = Object.keys(refused) as (keyof typeof refused)[]
  const all = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const tag = tags[n % tags.length]!
      const app = n % 2 === 0 ? here : there
      const [error, page] = await Promise.all([
        app.browser().get('/api/user', speaks(tag)),
        app.browser().get(`/rules?${n % 7}`, speaks(tag)),
      ])
      return [tag, error.json.message, langOf(page.text), page.text.includes('<p>true</p>')]
    }),
  )
  expect(all).toEqual(
    Array.from({ length: 200 }, (_, n) => {
      const tag = tags[n % tags.length]!
      return [tag, refused[tag], tag, tag !== 'en']
    }),
  )
})

test('[languages.10] a page that is kept for visitors of one language is never sent to those of another', async () => {
  for (const app of [here, there, here]) {
    for (const [said, tag] of [
      [speaks('de'), 'de'],
      [{}, 'en'],
      [{ headers: { cookie: 'lang=fr', 'accept-language': 'de' } }, 'fr'],
      [speaks('xx'), 'en'],
    ] as const) {
      const { status, text, headers } = await app.browser().get('/faq', said)
      expect([status, langOf(text)]).toEqual([200, tag])
      expect(headers.vary).toBe('accept-encoding, cookie, accept-language')
    }
    expect(langOf((await app.browser().get('/faq?lang=es', speaks('de'))).text)).toBe('es')
    expect(langOf((await app.browser().get('/faq')).text)).toBe('en')
  }
})

test('[languages.28] the sitemap names each page in each language, and a page knows whether its address says one', async () => {
  const { text } = await here.browser().get('/sitemap.xml')
  const [, rules] = /<url><loc>[^<]*\/rules\?lang=de<\/loc>(.*)<\/url>/.exec(text)!
  const pathsOf = (found: string) =>
    [...found.matchAll(/hreflang="([^"]+)" href="[^"]*?(\/rules[^"]*)"/g)].map(([, ...pair]) => pair)
  expect(pathsOf(rules!)).toEqual([
    ['en', '/rules'],
    ...['de', 'es', 'pt-BR', 'fr'].map((tag) => [tag, `/rules?lang=${tag}`]),
  ])
  expect(text.match(/<loc>[^<]*\/rules\b[^<]*<\/loc>/g)).toHaveLength(5)
  expect(text).toContain('xmlns:xhtml=')
  const kept = async (address: string, said = {}) =>
    /data-kept="(\w+)"/.exec((await here.browser().get(address, said)).text)?.[1]
  // Also when the one was kept for visitors a moment ago.
  expect(await kept('/rules?lang=de')).toBe('true')
  expect(await kept('/rules', speaks('de'))).toBe('undefined')
  expect(await kept('/rules?lang=de')).toBe('true')
  expect(await kept('/rules?lang=xx', speaks('de'))).toBe('undefined')
})

test('[languages.11] whoever is not signed in, and a language that is not offered, change no account', async () => {
  expect((await here.browser().put('/api/user/language', { language: 'de' })).status).toBe(401)
  const member = await here.member('polyglot')
  for (const language of ['nl', '', 'DE', 'x'.repeat(1_000)]) {
    const { status, json } = await member.put('/api/user/language', { language })
    expect([status, json.fields]).toEqual([400, { language: 'The site is not offered in this language' }])
  }
  const stored = () =>
    sql<{ language: string | null }>`SELECT language FROM users WHERE id = ${member.user.id}`
      .execute(here.database.sql)
      .then(({ rows: [row] }) => row?.language)
  expect(await stored()).toBeNull()
  expect((await member.put('/api/user/language', { language: 'pt-BR' })).status).toBe(204)
  expect(await stored()).toBe('pt-BR')
  expect(langOf((await member.get('/faq', speaks('de'))).text)).toBe('pt-BR')
  const forbidden = await member.get('/api/admin/settings', speaks('de'))
  expect([forbidden.status, forbidden.json.message]).toEqual([403, 'Você não tem permissão para fazer isso'])
  // The cookie of this browser is stronger.
  expect(langOf((await member.get('/faq?lang=fr', speaks('de'))).text)).toBe('fr')
})

test('[languages.27] a new account speaks the language of the page that it was made on, and none where none was asked for', async () => {
  let people = 0
  const languageOf = async (headers: Readonly<Record<string, string>>) => {
    const username = `newcomer${++people}`
    const browser = here.browser()
    const made = await browser.post('/api/register', { username, password: 'long enough' }, { headers })
    expect(made.status).toBe(201)
    const { rows } = await sql<{ language: string | null }>`
      SELECT language FROM users WHERE username = ${username}`.execute(here.database.sql)
    return rows[0]?.language
  }
  const all = { 'x-language': 'de', cookie: 'lang=fr', 'accept-language': 'es' }
  expect(await languageOf(all)).toBe('de')
  expect(await languageOf({ cookie: all.cookie, 'accept-language': 'es' })).toBe('fr')
  expect(await languageOf({ 'accept-language': 'nl, pt-PT' })).toBe('pt-BR')
  expect(await languageOf({ 'accept-language': 'en-GB' })).toBe('en')
  for (const headers of [{}, { 'accept-language': 'nl' }, { 'x-language': 'klingon' }])
    expect(await languageOf(headers)).toBeNull()
})

test('[languages.12] members of a withdrawn language get the default', async () => {
  const member = await here.member('withdrawn')
  await sql`UPDATE users SET language = 'nl' WHERE id = ${member.user.id}`.execute(here.database.sql)
  const { status, text } = await member.get('/faq')
  expect([status, langOf(text)]).toEqual([200, 'en'])
})

test('[languages.13] the mail of a lost password is in the language of its member, or that of the page that asked where they chose none', async () => {
  const german = await mails.verifiedMember('Vergesslich', 'vergesslich@player.example')
  await german.put('/api/user/language', { language: 'de' })
  await mails.verifiedMember('Forgetful', 'forgetful@player.example')
  for (const name of ['Vergesslich', 'Forgetful'])
    expect((await mails.browser().post('/api/recovery', { name }, speaks('fr'))).status).toBe(202)
  const [first, second] = await mails.deliver()
  expect(first?.subject).toBe('[Ember Isles] Neues Passwort festlegen')
  expect(first?.text).toContain('wähle hier innerhalb von 30 Minuten eines:')
  expect(first?.text).not.toMatch(/\b(?:password|minutes|with|works)\b/i)
  expect(second?.subject).toBe('[Ember Isles] Choisir un nouveau mot de passe')
})

test('[languages.32] mails about an account are in the language of its member: whoever changes it is asked for none', async () => {
  const german = await mails.verifiedMember('Umzug', 'alt@player.example')
  await german.put('/api/user/language', { language: 'de' })
  await german.patch('/api/user', { email: 'neu@player.example' }, speaks('fr'))
  const [changed] = await mails.deliver()
  expect([changed?.to, changed?.subject]).toEqual([
    'alt@player.example',
    '[Ember Isles] Deine E-Mail-Adresse wurde geändert',
  ])
  await german.post('/api/email/verification', {}, speaks('fr'))
  const [confirmation] = await mails.deliver()
  expect(confirmation?.subject).toBe('[Ember Isles] Bestätige deine E-Mail-Adresse')
  for (const mail of [changed, confirmation]) {
    expect(mail?.text).toContain('Hallo Umzug,')
    expect(mail?.text).not.toMatch(/\b(?:your|password|works|hours|account)\b/i)
  }
})

test('[languages.14] browsers get the texts of a language at an address that changes with them and with the build', async () => {
  const { catalogue } = here.context.languages.named('de').site!
  const response = await here.browser().get(`${catalogue}?page=faq`)
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(Object.keys(response.json).length).toBeGreaterThan(20)
  const packed = await here.app.inject({
    url: `${catalogue}?page=faq`,
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(gunzipSync(packed.rawPayload).toString() === response.text).toBe(true)
  const earlier = await here.browser().get(`${catalogue!.replace(/[^/]+$/, '000000000000.json')}?page=faq`)
  expect([earlier.headers['cache-control'], earlier.text === response.text]).toEqual(['no-store', true])
  for (const path of ['en/1.json?page=faq', 'nl/1.json?page=faq', 'constructor/1.json?page=faq'])
    expect((await here.browser().get(`/languages/${path}`)).status).toBe(404)
  expect(here.context.languages.named('en').site?.catalogue).toBeUndefined()
})

test('[languages.30] browsers are sent what their page can say, and nothing of other pages or the server alone', async () => {
  const languagesDir = mkdtempSync(join(tmpdir(), 'languages-'))
  const texts = ['Mail', 'Rank', 'Save']
  writeFileSync(
    join(languagesDir, 'nl.po'),
    texts.map((text) => `msgid "${text}"\nmsgstr "${text} nl"\n\n`).join(''),
  )
  const [, rank, save] = texts.map((text) => generateMessageId(text))
  const pages = new Map([
    ['faq', [save!, 'untold']],
    ['admin/settings/ranks', [save!, rank!]],
  ])
  const open = (revision: string) =>
    openLanguages({ languages: ['en', 'nl'], contentDir: languagesDir }, languagesDir, console, {
      revision,
      of: (pattern) => pages.get(pattern),
    })
  const languages = await open('1')
  const { catalogue } = languages.named('nl').site!
  expect((await open('2')).named('nl').site!.catalogue).not.toBe(catalogue)
  const app = fastify()
  languages.serve(app)
  const sent = async (query: string) => {
    const response = await app.inject(`${catalogue}${query}`)
    return response.statusCode === 200 ? response.json() : response.statusCode
  }
  expect(await sent('?page=faq')).toEqual({ [save!]: ['Save nl'] })
  expect(await sent('?page=admin%2Fsettings%2Franks')).toEqual({ [save!]: ['Save nl'], [rank!]: ['Rank nl'] })
  for (const query of ['', '?page=', '?page=none', '?page=__proto__', '?page=faq&page=faq', '?page=%00'])
    expect(await sent(query)).toBe(404)
  await app.close()
  rmSync(languagesDir, { recursive: true })
})

test('[languages.15] with English alone nothing is said of languages', async () => {
  const plain = await testApp({ render, visitorCaches: true })
  const said = { headers: { 'accept-language': 'de', cookie: 'lang=de' } }
  const { text, headers } = await plain.browser().get('/faq?lang=de', said)
  const { json } = await plain.browser().get('/api/user?lang=de', said)
  await plain.close()
  expect([langOf(text), text.includes('<p>false</p>'), headers.vary]).toEqual(['en', true, 'accept-encoding'])
  expect(json.message).toBe(refused.en)
})

test('[languages.16] an owner adds a language with a file; what is wrong with a text is logged, and it stays English', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'languages-'))
  mkdirSync(join(contentDir, 'languages'))
  writeFileSync(
    join(contentDir, 'languages/nl.po'),
    'msgid "You must be signed in"\nmsgstr "Je moet ingelogd zijn"\n\nmsgid "Not found"\nmsgstr "Niet {gevonden}"\n',
  )
  writeFileSync(
    join(contentDir, 'languages/de.po'),
    'msgid "You must be signed in"\nmsgstr "Bitte melde dich an"\n',
  )
  const warnings: unknown[] = []
  const log = { warn: (sentence: unknown) => void warnings.push(sentence) }
  const shipped = join(import.meta.dirname, '../../../../languages')
  const languages = await openLanguages({ languages: ['en', 'nl', 'de', 'sv'], contentDir }, shipped, log)
  rmSync(contentDir, { recursive: true })
  const { unauthorized, notFound, forbidden } = await import('../http/errors.ts')
  const said = (tag: string) =>
    [unauthorized(), notFound(), forbidden()].map((error) => error.body(languages.sayIn(tag)).message)
  expect(said('nl')).toEqual(['Je moet ingelogd zijn', 'Not found', 'You do not have permission to do this'])
  // Above the one that ships, text by text.
  expect(said('de')).toEqual(['Bitte melde dich an', 'Nicht gefunden', 'Du hast dafür keine Berechtigung'])
  expect(languages.problems).toEqual(warnings)
  expect(warnings).toEqual([
    expect.stringMatching(/sv is offered, and there is no .*sv\.po that can be read$/),
    expect.stringMatching(/nl\.po:4: “Not found”: it has the placeholders \{gevonden\} instead of \(none\)/),
  ])
  expect(['en', 'nl', 'de', 'sv'].map((tag) => languages.has(tag))).toEqual([true, true, true, false])
})
