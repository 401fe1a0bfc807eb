import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { legalPageNames, legalPages } from '../../../contract/content/legal.ts'
import { idempotencyLimits, sessionLimits } from '../../../contract/limits.ts'
import { ingestLimits } from '../../../contract/matches/ingest.ts'
import { chatKeepDays } from '../../../contract/moderation/moderation.ts'
import { unconfirmedDays } from '../../../contract/news/newsletter.ts'
import { readConfig } from '../../config.ts'
import { personalData } from '../../domains.ts'
import { sessionCookieName } from '../../platform/http/cookies.ts'
import { rootDir } from '../../store.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { contentProblems, readContent } from './content.ts'
import { isShippedFile } from './shipped-files.ts'

const read = (environment: Readonly<Record<string, string>> = {}) =>
  readContent(readConfig({ SITE_NAME: 'Ember Isles', ...environment }, rootDir))
const textOf = async (page: (typeof legalPageNames)[number], environment = {}) =>
  (await read(environment)).markdown[page].html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

describe('the shipped pages', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await testApp()
  })
  afterAll(() => site.close())

  test.each(legalPageNames)(
    '[frame.24] /api/content/legal/%s is for everybody, with the site’s name',
    async (page) => {
      const response = await site.browser().get(`/api/content/legal/${page}`)
      expect(response.status).toBe(200)
      expect(response.json.html).toMatch(new RegExp(`^<h1>${legalPages[page]}</h1>`))
      expect(response.json.html).not.toMatch(/\{[A-Za-z]+\}|<h1>.*<h1>/s)
    },
  )

  test('[frame.24] another page is a 400 or a 404', async () => {
    for (const page of ['imprint', 'constructor', '..%2Fpages'])
      expect([400, 404]).toContain((await site.browser().get(`/api/content/legal/${page}`)).status)
  })
})

/** What the privacy policy calls each part of a member's export. */
const called: Readonly<Record<string, string>> = {
  identities: 'Xbox user id (XUID) or PlayFab id',
  earlierIds: 'Earlier ids of your page',
  formerAddresses: 'addresses of it on an earlier website of ours',
  linkCodes: 'times of link codes for one day',
  sessions: 'Sessions:',
  knownNetworks: 'Known networks:',
  verifiedEmail: 'Verified email:',
  newsletter: 'Newsletter:',
  secondFactor: 'Two-factor sign-in:',
  discordLink: 'Linked Discord account:',
  matches: 'Matches:',
  figures: 'figures, positions on boards',
  ratings: 'ratings',
  standings: 'season standings',
  posts: 'Posts, comments and likes:',
  comments: 'Posts, comments and likes:',
  mentions: 'Mentions:',
  reactions: 'Posts, comments and likes:',
  bugReports: 'Bug reports',
  moderationReports: 'Reports about others',
  contactMessages: 'Contact messages',
  applications: 'Staff applications',
  eventRegistrations: 'Event registrations',
  cups: 'Cups:',
  cupTeams: 'the teams you were in',
  cupPlaces: 'the places you reached',
  events: 'the events that you created',
  news: 'the news that you wrote',
  settings: 'the settings of the site that you',
  notices: 'Notifications, notices and choices:',
  notifications: 'Notifications, notices and choices:',
  follows: 'Players you follow:',
  blocks: 'Members you block:',
  visit: 'Your visits to the home page:',
  notificationChoices: 'how you want each kind',
  quietHours: 'Quiet hours:',
  digest: 'One mail a day:',
  pushSubscriptions: 'Push notifications:',
  restrictions: 'Appeals and restrictions',
  appeals: 'Appeals and restrictions',
  punishments: 'Punishments:',
  apiKeys: 'API keys:',
  storedAnswers: 'Sent forms:',
  auditEntries: 'What staff did and when stays in their log',
}

describe('the privacy policy is true', () => {
  test('[frame.24] it names every part of a member’s export', async () => {
    const text = await textOf('privacy')
    expect(Object.keys(called).sort()).toEqual(personalData.map(({ name }) => name).sort())
    for (const phrase of Object.values(called)) expect(text).toContain(phrase)
  })

  test('[frame.24] it says when the log notes addresses: see platform/http/security-log.test.ts', async () => {
    expect(await textOf('privacy')).toContain(
      'Where a request is refused or somebody signs in, it notes the network address and the account as well',
    )
  })

  test('[frame.24] it names how long things are kept, as the software and its settings have it', async () => {
    const day = 24 * 60 * 60
    const text = await textOf('privacy')
    expect(text).toContain(`after ${sessionLimits.idleSeconds / day} days without a visit`)
    expect(text).toContain(`after ${sessionLimits.absoluteSeconds / day} days at the latest`)
    expect(text).toContain(`deleted after ${ingestLimits.keepEventDays} days`)
    expect(text).toContain(`They are deleted ${chatKeepDays} days after the decision`)
    expect(text).toContain(
      `Until you press the button of that mail it is deleted after ${unconfirmedDays} days`,
    )
    expect(idempotencyLimits.keepSeconds).toBe(day)
    for (const what of ['Contact messages', 'Staff applications', 'Bug reports'])
      expect(text).toContain(`${what} are kept until the team deletes them.`)
    const limited = await textOf('privacy', {
      RETENTION_DAYS_CONTACT: '90',
      RETENTION_DAYS_APPLICATIONS: '365',
      RETENTION_DAYS_REPORTS: '1',
    })
    for (const sentence of [
      'Contact messages are kept for 90 days.',
      'Staff applications are kept for 365 days.',
      'Bug reports are kept for 1 day.',
    ])
      expect(limited).toContain(sentence)
  })

  test('[frame.24] the cookie policy names the cookies', async () => {
    const text = await textOf('cookies')
    for (const publicUrl of ['http://localhost', 'https://isles.example'])
      expect(text).toContain(sessionCookieName({ publicUrl }))
    expect(text).toContain(`after ${sessionLimits.absoluteSeconds / 86_400} days at the latest`)
  })
})

describe('in other languages', () => {
  const shippedIn = ['de', 'es', 'fr', 'pt-BR'] as const
  /** The sentence under the title. */
  const englishDecides = {
    de: 'Maßgeblich ist der englische Text.',
    es: 'El texto que vale es el inglés.',
    fr: 'Seul le texte anglais fait foi.',
    'pt-BR': 'O texto que vale é o inglês.',
  } as const
  const environment = { LANGUAGES: 'en, de, es, fr, pt-BR', RETENTION_DAYS_REPORTS: '1' }
  /** What does not depend on the language: links, headings, entries, code, and numbers. */
  const formOf = (html: string) =>
    [...html.matchAll(/href="[^"]*"|<(?:h\d|li|code)>/g)]
      .map(([part]) => part)
      .concat([...html.matchAll(/<code>.*?<\/code>|\b\d+\b/g)].map(([part]) => part).toSorted())

  test.each(shippedIn)(
    '[tonight.34] The legal pages are translated whole to %s, and their first sentence says that the English text decides',
    async (tag) => {
      const { markdown, inLanguages } = await read(environment)
      for (const page of legalPageNames) {
        const { html, language } = inLanguages.get(tag)!.markdown[page]
        expect(language).toBe(tag)
        expect(html).toMatch(/^<h1>.*<\/h1>\n<blockquote>\n<p>/)
        expect(/<p>(.*?)<\/p>/s.exec(html)?.[1]).toContain(englishDecides[tag])
        expect(html).not.toMatch(/\{[A-Za-z]+\}/)
        expect([page, ...formOf(html)]).toEqual([page, ...formOf(markdown[page].html)])
      }
    },
  )

  test('[tonight.34] They say in their language how long things are kept', async () => {
    const { inLanguages } = await read(environment)
    const privacy = (tag: string) => inLanguages.get(tag)!.markdown.privacy.html.replaceAll(/\s+/g, ' ')
    for (const [tag, limited, unlimited] of [
      ['de', 'werden für 1 Tag aufbewahrt.', 'werden bis zur Löschung durch das Team aufbewahrt.'],
      ['es', 'durante 1 día.', 'hasta su borrado por parte del equipo.'],
      ['fr', 'pendant 1 jour.', "jusqu'à leur suppression par l'équipe."],
      ['pt-BR', 'por 1 dia.', 'até a exclusão pela equipe.'],
    ] as const) {
      expect(privacy(tag)).toContain(limited)
      expect(privacy(tag)).toContain(unlimited)
    }
  })

  test('[tonight.34] A page that an owner changed, in a file or in the browser, is not shown in a translation of the shipped one', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'legal-'))
    await cp(join(rootDir, 'content'), directory, { recursive: true })
    await writeFile(join(directory, 'terms.md'), '# Our terms\n')
    const site = await testApp({ environment: { ...environment, CONTENT_DIR: directory } })
    const titleOf = async (page: string) =>
      /<h1>(.*?)<\/h1>/.exec((await site.browser().get(`/api/content/legal/${page}?lang=de`)).json.html)?.[1]
    expect(await titleOf('terms')).toBe('Our terms')
    expect(await titleOf('cookies')).toBe('Cookie-Richtlinie')
    const owner = await memberWithRank(site, 'Owner')
    const { scopes } = (await owner.get('/api/admin/settings')).json
    const { value } = scopes.find(({ scope }: { scope: string }) => scope === 'legal')
    const saved = await owner.put('/api/admin/settings/legal', {
      value: { ...value, cookies: '# Our cookies\n' },
      base: null,
    })
    expect(saved.status, saved.text).toBe(200)
    expect(await titleOf('cookies')).toBe('Our cookies')
    await site.close()
    await rm(directory, { recursive: true })
  })

  test('[tonight.34] A copy that an earlier release shipped is shown as it is, and in no translation of what ships today', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'legal-'))
    await cp(join(rootDir, 'content'), directory, { recursive: true })
    await writeFile(join(directory, 'cookies.md'), cookiesOf020)
    expect(isShippedFile('cookies.md', cookiesOf020)).toBe(true)
    const { inLanguages } = await read({ ...environment, CONTENT_DIR: directory })
    await rm(directory, { recursive: true })
    const { cookies, terms } = inLanguages.get('de')!.markdown
    expect([cookies.language, cookies.html]).toEqual([
      'en',
      expect.stringContaining('There is nothing to agree to and nothing to refuse.'),
    ])
    expect(terms.language).toBe('de')
  })
})

/** cookies.md of release 0.2.0. */
const cookiesOf020 = `# Cookie Policy

{site} sets one cookie, and only when you sign in. There is nothing to agree to and nothing to refuse.

## The cookie

- **\`session\`**, or **\`__Host-session\`** where the site runs under https: keeps you signed in. It is deleted when you
  sign out, and after 60 days at the latest. Scripts cannot read it, and no other site gets it.

## What your browser stores besides

This stays in your browser; we never get it.

- **\`sound-muted\`**: whether you turned the sounds off.
- **\`live-updates\`**: whether boards change by themselves.
- **Drafts**, under \`visitor:\` and \`member:\`: what you have begun to write, for 30 days at most, and until you send or
  discard it. Drafts of an account are deleted when you sign out, those of visitors when the tab is closed.
- **\`react-router-scroll-positions\`**: how far you had scrolled, until the tab is closed.
- **The offline page**: the page that you see without network, with its pictures.

Clear the data of this site in your browser, and all of it is gone.

More about what we store: [Privacy Policy](/privacy).
`

describe('pages of an operator', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'legal-'))
    await cp(join(rootDir, 'content'), directory, { recursive: true })
  })
  afterEach(() => rm(directory, { recursive: true }))

  const write = (text: string) => writeFile(join(directory, 'terms.md'), text)
  const problems = async () =>
    (await contentProblems(readConfig({ CONTENT_DIR: directory }, rootDir))).map((one) =>
      one.replace(`${directory}/`, ''),
    )

  test('[frame.24] raw HTML, scripts and javascript: links are text', async () => {
    await write(
      '# Terms\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[press](javascript:alert(1)) ![x](data:text/html,x)\n\n[fine](https://isles.example "ok")\n',
    )
    const { html } = (await read({ CONTENT_DIR: directory })).markdown.terms
    expect(html).not.toMatch(/<script|<img src=x|href="javascript|src="data/i)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('<a href="https://isles.example" title="ok">fine</a>')
  })

  test('[frame.24] a folder of an older release has the shipped pages', async () => {
    await rm(join(directory, 'terms.md'))
    expect((await read({ CONTENT_DIR: directory })).markdown.terms).toEqual((await read()).markdown.terms)
  })

  test.each([
    ['Be nice.\n', ['terms.md:1: The file must begin with its title: # Terms of Service.']],
    ['# Terms\n\n# More\n', ['terms.md:3: The page has a title already: begin headings with ##.']],
    [
      '# Terms\n\nHi {nobody}\n',
      [
        'terms.md:3: This line holds {nobody}, which stands for nothing: what is filled in is {site}, {short}, {host}, {port}, {keepMessages}, {keepApplications}, {keepReports}.',
      ],
    ],
    [
      `# Terms\n${'x'.repeat(100_000)}`,
      ['terms.md: The file is larger than 100,000 characters: make it shorter.'],
    ],
    [
      '# Terms\n\nA \u0000 byte\n',
      ['terms.md:3: This line is not text in UTF-8: save the file in UTF-8, or remove what is no text.'],
    ],
  ])('[frame.24] a problem is reported in a sentence with file and line: %j', async (text, expected) => {
    await write(text)
    expect(await problems()).toEqual(expected)
  })
})
