import { randomUUID } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { listed } from '../support/endpoint-list.ts'
import type { Round } from '../support/round.ts'
import { type Body, samplesFor } from '../support/samples.ts'
import { firstOf } from '../support/tally.ts'
import type { Person, Target } from '../support/target.ts'
import { pagePaths } from './fuzz.ts'

/** An element that exists in a page only when somebody's text became markup. */
const probe = 'xss-probe'

/** Ways out of text, attributes, scripts, comments, styles, templates and JSON. */
const payloads = [
  `<${probe}>`,
  `"><${probe} x="`,
  `'><${probe} x='`,
  `</script><${probe}>`,
  `</SCRIPT ><${probe}>`,
  `<!--<script><${probe}>`,
  `--><${probe}><!--`,
  `]]><${probe}>`,
  `</textarea></title></style><${probe}>`,
  `<svg onload=probe()><${probe}>`,
  `<img src=x onerror=probe()><${probe}>`,
  `\u2028\u2029</script><${probe}>`,
  `\\u003c${probe}\\u003e\\"];probe();//`,
  `&lt;${probe}&gt;&#60;${probe}&#62;`,
  `{{constructor.constructor("probe()")()}}<${probe}>`,
  `javascript:probe()//<${probe}>`,
  `\r\nBEGIN:VEVENT\r\nSUMMARY:probe<${probe}>`,
] as const

const linkPayloads = [
  'javascript:probe()',
  'JaVaScRiPt:probe()',
  '\u0001javascript:probe()',
  'data:text/html,<xss-probe>',
  'vbscript:probe()',
  'https://a.example/"><xss-probe>',
  'https://a.example/?</script><xss-probe>',
  ' javascript:probe()',
  'java\nscript:probe()',
  '//a.example',
  'https://a@b.example',
]

/** Pages in which payloads stand, as text. */
const shown = 'pages that show them'

const isLinkField = (name: string) => /link$|url$|portfolio/i.test(name)

/** Text that other people see later, in every field of every endpoint that stores text, and in what the game reports. */
export async function storedXss(round: Round): Promise<void> {
  const { target, tally } = round
  const owner = await target.join('Owner')
  await publishNews(target, owner)
  const stored = (await plant(round, owner)) + (await plantGamertags(target))
  tally.figures['texts stored'] = stored
  await tally.check('most payloads were stored: else nothing was attacked', () =>
    stored > payloads.length * 4 ? undefined : `only ${stored} were`,
  )
  const [player] = await target.rows<{ id: number }>(
    'SELECT id FROM users WHERE gamertag IS NOT NULL LIMIT 1',
  )
  const [match] = await target.rows<{ id: string }>('SELECT match_id AS id FROM matches LIMIT 1')
  // The owner's pages show the most; the others are there for what differs.
  const watchers = round.isLong ? [owner, await target.join(), undefined] : [owner]
  for (const who of watchers) {
    for (const path of pagePaths) {
      const filled = path.startsWith('/match')
        ? path.replace(/:\w+/, String(match?.id ?? 1))
        : path
            .replace(/:status\?/, '')
            .replace(':slug', '1')
            .replace(/:\w+\??/, String(path.startsWith('/player') ? (player?.id ?? 1) : owner.id))
      await tally.check(`${filled} as ${who?.rank ?? 'visitor'}`, () => pageIsClean(round, filled, who))
    }
    for (const { endpoint, path, name } of listed.filter((one) => one.endpoint.method === 'GET')) {
      await tally.check(`${name} as ${who?.rank ?? 'visitor'}`, () =>
        isNoMarkup(
          target,
          path
            .replace(/:slug/, '1')
            .replace(/:id/, String(endpoint.path.includes('matches/') ? match?.id : owner.id)),
          who,
        ),
      )
    }
  }
  await tally.check('pages show the payloads: else they prove nothing', () =>
    Number(tally.figures[shown] ?? 0) >= 5 ? undefined : `only ${tally.figures[shown]} do`,
  )
  const [event] = await target.rows<{ id: number }>('SELECT max(id)::int AS id FROM events')
  for (const path of [
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/manifest.webmanifest',
    '/robots.txt',
    '/news/feed.xml',
    `/api/events/${event?.id}/event.ics`,
    `/social?</script><${probe}>`,
    `/player/1"><${probe}>`,
    `/no/such/<${probe}>`,
  ]) {
    await tally.check(path, () => isNoMarkup(target, encodeURI(path), undefined))
  }
}

/** A news item at `/news/1`, under which members comment: payloads are sent to addresses that end in 1. */
async function publishNews({ ask }: Target, { cookie }: Person): Promise<void> {
  const news = { title: 'To comment on', slug: '1', summary: 'Soon', markdown: 'Soon' }
  const { json } = await ask('/api/admin/news', { method: 'POST', body: news, cookie })
  await ask(`/api/admin/news/${json?.id}/publication`, { method: 'POST', body: {}, cookie })
}

/** Sends every payload in every text field; returns how many were taken. */
async function plant({ target, seed, tally, isLong }: Round, owner: Person): Promise<number> {
  let taken = 0
  let writer = owner
  for (const { endpoint, path } of listed) {
    const samples = samplesFor(endpoint, seed)
    if (samples.length === 0 || endpoint.access === 'game-server' || /login|password/.test(path)) continue
    const fields = new Set(
      samples.flatMap((sample) => Object.keys(sample).filter((key) => typeof sample[key] === 'string')),
    )
    for (const field of fields) {
      const sample = samples.find((one) => typeof one[field] === 'string')
      // A third of them in the short form, another third in each field.
      const all = isLinkField(field) ? linkPayloads : payloads
      const chosen = all.filter((_, n) => isLong || n % 3 === field.length % 3)
      for (const payload of chosen) {
        const author = endpoint.access === 'public' || /register/.test(path) ? undefined : writer
        const address = path.replace(/:[A-Za-z]+/g, '1')
        const body: Body = { ...sample, [field]: fitting(sample?.[field], payload) }
        const response = await target.ask(address, { method: endpoint.method, body, cookie: author?.cookie })
        if (response.status < 300) taken += 1
        if (response.status >= 500)
          tally.note(`${endpoint.method} ${path} ${field}`, `answered ${response.status}`)
      }
    }
    if (!(await target.isThere(writer))) writer = await target.join('Owner')
  }
  return taken
}

/** The payload in place of the text; with some of the text before it where that must be longer. */
const fitting = (text: unknown, payload: string) => `${payload} ${String(text)}`.slice(0, 90 + payload.length)

async function plantGamertags(target: Target): Promise<number> {
  const authorization = await target.gameServerKey()
  const events = payloads.flatMap((payload, n) => {
    const player = { xuid: `xss${n}`, gamertag: payload.slice(0, 64) }
    const figures = {
      result: 'win',
      kills: 1,
      deaths: 0,
      assists: 0,
      points: 50 - n,
      team: payload.slice(0, 64),
    }
    const at = new Date().toISOString()
    return [
      { id: randomUUID(), type: 'player', at, data: player },
      {
        id: randomUUID(),
        type: 'match',
        at,
        data: {
          matchId: randomUUID(),
          gameType: 'boxing',
          ranked: true,
          startedAt: at,
          endedAt: at,
          players: [{ ...player, ...figures }],
        },
      },
      {
        id: randomUUID(),
        type: 'heartbeat',
        at,
        data: { playerCount: n, version: payload.slice(0, 64), queues: { [payload.slice(0, 64)]: 1 } },
      },
    ]
  })
  const { json } = await target.ask('/api/ingest/events', {
    method: 'POST',
    body: { events },
    headers: { authorization },
  })
  const results = (json?.results ?? []) as { status: string }[]
  return results.filter(({ status }) => status === 'accepted').length
}

/** The raw answer holds no probe as markup, and a parser finds nothing that would run. */
async function pageIsClean(
  { target, tally }: Round,
  path: string,
  who: Person | undefined,
): Promise<string | undefined> {
  const { text, status, headers } = await target.ask(path, { cookie: who?.cookie })
  if (status >= 500) return `answered ${status}`
  if (!String(headers['content-type']).includes('html')) return undefined
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  if (text.includes(probe)) tally.figures[shown] = Number(tally.figures[shown] ?? 0) + 1
  const { document } = new JSDOM(text).window
  const elements = [...document.querySelectorAll('*')]
  const attributes = elements.flatMap((element) =>
    [...element.attributes].map(({ name, value }) => ({ name, value, tag: element.localName })),
  )
  const runs = attributes.find(({ name }) => name.startsWith('on'))
  const leads = attributes.find(
    ({ name, value }) =>
      /^(href|src|action|formaction|data|srcdoc)$/.test(name) &&
      /^(javascript|vbscript|data:text)/i.test(value.replace(/[^!-~]/g, '')),
  )
  const script = [...document.querySelectorAll('script')].find(
    (one) => one.nonce !== nonce && one.getAttribute('nonce') !== nonce,
  )
  return firstOf(
    nonce === undefined ? (status >= 300 && status < 400 ? undefined : 'the page has no nonce') : undefined,
    elements.some((element) => element.localName.includes(probe)) ? 'a text became an element' : undefined,
    text.includes(`<${probe}`) ? 'a text stands unescaped in the answer' : undefined,
    runs === undefined ? undefined : `an element has ${runs.name}="${runs.value}"`,
    leads === undefined ? undefined : `a ${leads.tag} leads to ${leads.value}`,
    script === undefined ? undefined : `a script without the nonce: ${script.textContent?.slice(0, 200)}`,
    document.querySelector('base, object, embed, iframe, meta[http-equiv="refresh" i]') === null
      ? undefined
      : 'an element that pages never have',
  )
}

/** Answers that are no pages carry markup only as text of a type that no browser renders. */
async function isNoMarkup(
  target: Target,
  path: string,
  who: Person | undefined,
): Promise<string | undefined> {
  const { text, status, headers } = await target.ask(path, { cookie: who?.cookie })
  const type = String(headers['content-type'])
  if (status >= 500) return `answered ${status}`
  const isInert =
    /^(application\/json|text\/plain|text\/calendar)/.test(type) ||
    // A browser stores it; that no field of it is a formula is for the test of the staff area.
    (type.startsWith('text/csv') && String(headers['content-disposition']).startsWith('attachment;'))
  return firstOf(
    headers['x-content-type-options'] === 'nosniff' ? undefined : 'no nosniff',
    !isInert && text.includes(`<${probe}`) ? `a text stands unescaped in ${type}` : undefined,
    /^text\/calendar/.test(type) && /\r?\nSUMMARY:probe/.test(text)
      ? 'a text became a line of the calendar'
      : undefined,
  )
}
