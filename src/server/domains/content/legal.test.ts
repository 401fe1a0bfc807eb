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
import { sessionCookieName } from '../../platform/cookies.ts'
import { rootDir } from '../../store.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { contentProblems, readContent } from './content.ts'

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
  storedAnswers: 'Sent forms:',
  auditEntries: 'What staff did and when stays in their log',
}

describe('the privacy policy is true', () => {
  test('[frame.24] it names every part of a member’s export', async () => {
    const text = await textOf('privacy')
    expect(Object.keys(called).sort()).toEqual(personalData.map(({ name }) => name).sort())
    for (const phrase of Object.values(called)) expect(text).toContain(phrase)
  })

  test('[frame.24] it says when the log notes addresses: see platform/security-log.test.ts', async () => {
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
