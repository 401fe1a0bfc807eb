import type { Browser, Page } from 'playwright-core'
import { formatCount } from '../../../src/web/ui/format-count.ts'
import { openTab, visit } from './browser.ts'
import type { LiveStream } from './live-stream.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the site said.
type Api = (path: string) => Promise<any>

/** What a page shows: the text or address of each of these elements, in their order. */
interface Shown {
  readonly of: string
  readonly attribute?: string
  /** For each element what must be in it, by the API. */
  readonly wanted: (api: Api) => Promise<readonly (readonly string[])[]>
}

interface Watched {
  readonly name: string
  readonly path: string
  readonly viewer: 'owner' | 'visitor'
  readonly shows: readonly Shown[]
}

type Entry = { user: { username: string }; stats: { points: number } }

const rowsOfBoard = (query: string) => async (api: Api) =>
  (await api(`/api/leaderboard?${query}`)).entries.map(({ user, stats }: Entry) => [
    user.username,
    formatCount(stats.points),
  ])

const matchesOf = (path: string) => async (api: Api) =>
  (await api(path)).map(({ matchId }: { matchId: string }) => [matchId])

const commentsOf = (path: string): Shown => ({
  of: '#comments ol > li',
  wanted: async (api) => (await api(path)).map(({ content }: { content: string }) => [content]),
})

/** Pages that are open while the connection is cut, and what of them is compared with the API. */
const watchedPages = ({ postId, playerId, slug }: LiveStream): readonly Watched[] => [
  {
    name: 'board',
    path: '/leaderboards?view=short',
    viewer: 'owner',
    shows: [{ of: 'table tbody tr', wanted: rowsOfBoard('limit=5') }],
  },
  {
    name: 'board of a mode',
    path: '/leaderboards?gameType=boxing&view=full',
    viewer: 'visitor',
    shows: [
      {
        of: 'ol[aria-label="First three"] > li, table tbody tr',
        wanted: rowsOfBoard('gameType=boxing&limit=25'),
      },
    ],
  },
  {
    name: 'overlay of a board',
    path: '/overlay/board/boxing?by=points',
    viewer: 'visitor',
    shows: [{ of: 'section ol > li', wanted: rowsOfBoard('gameType=boxing&limit=5') }],
  },
  {
    name: 'overlay of a player',
    path: `/overlay/player/${playerId}`,
    viewer: 'visitor',
    shows: [
      {
        of: 'section:has(h1)',
        async wanted(api) {
          const [best] = await api(`/api/players/${playerId}/ratings`)
          const newest = (await api(`/api/players/${playerId}/matches`)).slice(0, 10)
          const won = newest.filter(({ players }: { players: { user: { id: number }; result: string }[] }) =>
            players.some(({ user, result }) => user.id === playerId && result === 'win'),
          )
          return [[`Won ${won.length} of the last ${newest.length}`, formatCount(Math.round(best.rating))]]
        },
      },
    ],
  },
  {
    name: 'post',
    path: `/posts/${postId}`,
    viewer: 'visitor',
    shows: [commentsOf(`/api/posts/${postId}/comments`)],
  },
  {
    name: 'news',
    path: `/news/${slug}`,
    viewer: 'visitor',
    shows: [commentsOf(`/api/news/${slug}/comments`)],
  },
  {
    name: 'player',
    path: `/player/${playerId}`,
    viewer: 'visitor',
    shows: [
      {
        of: 'main',
        async wanted(api) {
          const stats = await api(`/api/stats/${playerId}`)
          return [[`Wins ${formatCount(stats.wins)}`, `Best streak ${formatCount(stats.bestStreak)}`]]
        },
      },
      {
        of: 'main ol a[href^="/match/"]',
        attribute: 'href',
        wanted: matchesOf(`/api/players/${playerId}/matches`),
      },
    ],
  },
  {
    name: 'home',
    path: '/',
    viewer: 'visitor',
    shows: [
      {
        of: 'main li:first-child a[href^="/match/"]',
        attribute: 'href',
        wanted: matchesOf('/api/matches/latest?limit=1'),
      },
      {
        of: 'header .nav-status',
        async wanted(api) {
          const { isOnline, playerCount } = await api('/api/minecraft/status')
          return [[isOnline ? `${playerCount} Players Online` : 'Server Offline']]
        },
      },
      {
        of: 'section:has(> div > div > h2:text-is("Online now")) li',
        wanted: async (api) =>
          (await api('/api/presence?limit=24')).players.map((one: Entry) => [one.user.username]),
      },
    ],
  },
  {
    name: 'home of a member',
    path: '/',
    viewer: 'owner',
    shows: [
      {
        of: 'section:has(h2:text-is("Your day"))',
        async wanted(api) {
          const { board } = await api('/api/today')
          return [[`#${board.position}`, `${formatCount(board.points)} point`]]
        },
      },
    ],
  },
  {
    name: 'minigames',
    path: '/minigames',
    viewer: 'visitor',
    shows: [
      {
        of: 'main',
        wanted: async (api) => [
          (await api('/api/practice/today')).flatMap(
            ({ matches, first }: { matches: number; first: { points: number } | null }) => [
              ...(matches > 0 ? [`${formatCount(matches)} match`] : []),
              ...(first === null ? [] : [`${formatCount(first.points)} point`]),
            ],
          ),
        ],
      },
    ],
  },
  {
    name: 'notifications and bell',
    path: '/notifications',
    viewer: 'owner',
    shows: [
      {
        of: 'header a[href="/notifications"][aria-label]',
        attribute: 'aria-label',
        async wanted(api) {
          const { unread } = await api('/api/notifications/unread')
          return [[unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`]]
        },
      },
      {
        of: 'main ol > li[data-row]',
        wanted: async (api) =>
          (await api('/api/notifications')).map(
            ({ excerpt, isRead }: { excerpt: string | null; isRead: boolean }) => [
              ...(isRead ? [] : ['Unread: ']),
              ...(excerpt === null ? [] : [excerpt]),
            ],
          ),
      },
    ],
  },
  {
    name: 'staff overview',
    path: '/admin',
    viewer: 'owner',
    shows: [
      {
        of: 'ul[aria-label="Waiting for staff"] > li',
        async wanted(api) {
          const { counts } = await api('/api/admin/overview')
          return [
            [`${formatCount(counts.pendingReports)} Open bug`],
            [`${formatCount(counts.openApplications)} Open app`],
            [`${formatCount(counts.openModeration)} Case`],
            [`${formatCount(counts.waitingAppeals)} Appeal`],
            [`${formatCount(counts.unreadMessages)} Unread`],
          ]
        },
      },
    ],
  },
  {
    name: 'messages for staff',
    path: '/admin/messages',
    viewer: 'owner',
    shows: [
      {
        of: 'main article[data-row]',
        wanted: async (api) =>
          (await api('/api/admin/messages?show=unread&limit=50')).map(({ subject }: { subject: string }) => [
            subject,
          ]),
      },
    ],
  },
  {
    name: 'cases for staff',
    path: '/admin/moderation',
    viewer: 'owner',
    shows: [
      {
        of: 'main article[data-row]',
        wanted: async (api) =>
          (await api('/api/admin/cases?limit=50')).cases.map(
            ({ subject, reports }: { subject: { username: string }; reports: { reason: string }[] }) => [
              subject.username,
              reports[0]!.reason,
            ],
          ),
      },
    ],
  },
]

/** In the browser: the attribute of each element, or its pieces of text with a space between them. */
function textsOf(elements: readonly Element[], attribute?: string): string[] {
  return elements.map((element) => {
    if (attribute !== undefined) return element.getAttribute(attribute) ?? ''
    const pieces: string[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) pieces.push(walker.currentNode.nodeValue ?? '')
    return pieces.join(' ').replaceAll(/\s+/g, ' ')
  })
}

/** Whether the text is there by itself, and no part of a longer number. */
function isIn(text: string, wanted: string): boolean {
  const at = text.indexOf(wanted)
  if (at < 0) return false
  const [before, after] = [text[at - 1] ?? '', text[at + wanted.length] ?? '']
  const isCut = (/\d/.test(before) && /^\d/.test(wanted)) || (/\d/.test(after) && /\d$/.test(wanted))
  return !isCut || isIn(text.slice(at + 1), wanted)
}

/** A page in a tab, compared with what the API says. */
export class WatchedTab {
  /** When it made each of its requests. */
  readonly requests: number[] = []
  readonly #connections: number[] = []

  private constructor(
    readonly name: string,
    readonly page: Page,
    private readonly shows: readonly Shown[],
    private readonly api: Api,
  ) {
    page.on('request', () => this.requests.push(performance.now()))
    page.on('websocket', () => this.#connections.push(performance.now()))
  }

  /** When it connected first since a moment from which nobody was refused. */
  connectedSince = (moment: number) => this.#connections.find((at) => at >= moment)

  /** Opens all of them, in a browser of the owner and one of a visitor. */
  static async openAll(
    browser: Browser,
    { siteUrl, lineUrl }: { readonly siteUrl: string; readonly lineUrl: string },
    stream: LiveStream,
    names?: readonly string[],
  ): Promise<{ readonly tabs: readonly WatchedTab[]; readonly complaints: readonly string[] }> {
    const complaints: string[] = []
    const tabs: WatchedTab[] = []
    const contexts = {
      owner: (await openTab(browser)).context,
      visitor: (await openTab(browser)).context,
    }
    const [cookie = '', value = ''] = stream.owner.cookie.split('=')
    await contexts.owner.addCookies([{ name: cookie, value, url: lineUrl }])
    for (const { name, path, viewer, shows } of watchedPages(stream)) {
      if (names !== undefined && !names.includes(name)) continue
      const headers = viewer === 'owner' ? { cookie: stream.owner.cookie } : undefined
      const api: Api = async (of) => {
        const response = await fetch(siteUrl + of, headers && { headers })
        if (!response.ok) throw new Error(`${of} answered ${response.status}`)
        return response.json()
      }
      const page = await contexts[viewer].newPage()
      page.on('pageerror', (error) => complaints.push(`${name}: ${error}`))
      const tab = new WatchedTab(name, page, shows, api)
      tabs.push(tab)
      await visit(page, lineUrl + path)
    }
    return { tabs, complaints }
  }

  /** What differs from the API at this moment; undefined when nothing does. */
  async difference(): Promise<string | undefined> {
    for (const { of, attribute, wanted } of this.shows) {
      const rows = await wanted(this.api)
      const shown = await this.page.locator(of).evaluateAll(textsOf, attribute)
      const wrong = rows.findIndex((row, at) => row.some((text) => !isIn(shown[at] ?? '', text)))
      if (shown.length === rows.length && wrong < 0) continue
      const at = wrong < 0 ? rows.length : wrong
      return `${this.name}, ${of}: ${shown.length} shown of ${rows.length}; ${at}: "${shown[at]?.slice(0, 120)}", not ${JSON.stringify(rows[at])}`
    }
    return undefined
  }
}
