import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../../src/server/demo/random.ts'
import { type MailFate, mailServer, receivedMails } from '../../src/server/testing/mail-server.ts'
import { type PlannedResponse, pushService } from '../../src/server/testing/push-service.ts'
import { freePort } from '../e2e/support/free-port.ts'
import { endSite, type Site, startSite } from '../e2e/support/site.ts'
import { databaseOf } from './support/arena.ts'
import { countsOf, unfinished } from './support/notified-counts.ts'
import { gameKey, ingestRequest, matchEvent, signIn } from './support/people.ts'
import { Cluster, type Kind } from './support/postgres.ts'
import { waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

/**
 * 1,560 follows, 2,418 likes of 62 posts, 6,000 comments, 880 matches of four followed members and 20 news. Likes that a
 * kill cuts off are not sent again.
 */
const members = 40
const players = 4
const posts = 62
const comments = 6_000
const matches = 880
const news = 20
const wantedEvents = 10_000

const lanes = 8
const minKills = 40
/** Deliveries that one process has taken at a time (domains/notifications/delivery/worker.ts). */
const inFlight = { mail: 5, push: 20 }
const maxDrainMs = 1_200_000

/** Channels by kind, so that each has thousands of deliveries. */
const channels = {
  reply: 'site,mail,push',
  like: 'site,mail,push,game',
  follow: 'site,mail,game',
  news: 'site,push',
}

type Pair = [Site, Site]

interface Member {
  readonly id: number
  readonly cookie: string
}

/** Two processes on one database are killed at random while members are notified, and receivers fail at random. */
export async function notifiedUnderKills(kind: Kind): Promise<Result[]> {
  const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
  const random = new Random(seed)
  const report = new Report(`kill -9 of two processes while members are notified, seed ${seed} (${kind})`)
  const receivers = await failingReceivers(random)
  const cluster = await Cluster.make(kind)
  const environmentOf = async () => ({
    ...databaseOf(cluster),
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://isles.example',
    SMTP_URL: receivers.mail.url,
    MAIL_FROM: 'site@isles.example',
    FETCH_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: receivers.push.caFile,
  })
  const environments = [await environmentOf(), await environmentOf()] as const
  const sites: Pair = [await startSite(environments[0]), await startSite(environments[1])]
  try {
    const key = await gameKey(databaseOf(cluster))
    const people = await makeMembers(sites[0].url, cluster, receivers.push)
    const client = new Client(
      sites.map(({ url }) => url),
      random,
    )
    const postIds: number[] = []
    for (let n = 0; n < posts; n += 1)
      postIds.push(await client.create('/api/posts', people[n % members]!.cookie, { content: `Post ${n}` }))

    const killer = new Killer(sites, environments, random)
    const writing = async () => {
      await inLanes(follows(client, people), random)
      const others = [
        ...likes(client, people, postIds),
        ...writtenComments(client, people, postIds, random),
        ...publishedNews(client, people[0]!),
      ]
      await Promise.all([reportMatches(client, key, random), inLanes(others, random)])
    }
    let isWritten = false
    const killing = killer.run(() => isWritten)
    const begun = performance.now()
    let writtenMs = 0
    try {
      await writing()
      writtenMs = performance.now() - begun
    } finally {
      isWritten = true
      await killing
    }
    const drained = await waitFor(async () => (await unfinished(cluster)) === 0, maxDrainMs, 1_000)
    report.promise('all is written under kills', 'told', `${Math.round(writtenMs / 1_000)} s`, true)
    report.within('all is worked off after the last kill', maxDrainMs, drained)
    report.none('responses to writes that are not right', client.wrong)
    report.promise(
      'kills',
      `≥ ${minKills}`,
      `${killer.kills}, ${client.cut} requests cut off`,
      killer.kills >= minKills,
    )
    await promiseRows(report, cluster, client, people)
    await promiseDeliveries(report, cluster, receivers, killer.kills)
  } finally {
    await Promise.all(sites.map(endSite))
    await receivers.mail.close()
    await receivers.push.close()
    await cluster.remove()
  }
  return report.results
}

/** A mail server and a push service that refuse, are silent, answer twice, or take something and break the connection. */
async function failingReceivers(random: Random) {
  const lost = { mail: 0, push: 0 }
  const choose = <T>(shares: readonly (readonly [share: number, fate: T])[], usual: T): T => {
    let left = random.next()
    for (const [share, fate] of shares) {
      left -= share
      if (left < 0) return fate
    }
    return usual
  }
  const mail = await mailServer(() => {
    const fate = choose<MailFate>(
      [
        [0.08, 'refused'],
        [0.01, 'taken, then broken'],
        [0.03, 'answered twice'],
        [0.0007, 'silent'],
      ],
      'accepted',
    )
    if (fate === 'taken, then broken') lost.mail += 1
    return fate
  })
  const push = await pushService(() => {
    const fate = choose<PlannedResponse>(
      [
        [0.05, { status: 503 }],
        [0.02, { status: 429, headers: { 'retry-after': '3' } }],
        [0.01, 'taken, then broken'],
        [0.02, 'answered twice'],
        [0.0007, 'silent'],
      ],
      { status: 201 },
    )
    if (fate === 'taken, then broken') lost.push += 1
    return fate
  })
  /** `lost`: what was taken although the site was told nothing. */
  return { mail, push, lost }
}

/** Members with a confirmed address, a player in game and one browser with push; the first is an Owner too. */
async function makeMembers(url: string, cluster: Cluster, push: { subscribe(): object }): Promise<Member[]> {
  const people: Member[] = []
  for (let n = 0; n < members; n += 1) {
    const cookie = await signIn(url, `Member ${n}`)
    const headers = { cookie, 'content-type': 'application/json' }
    const subscribed = await fetch(`${url}/api/notifications/push`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(push.subscribe()),
    })
    if (!subscribed.ok) throw new Error(`push answered ${subscribed.status}: ${await subscribed.text()}`)
    const { id } = (await (await fetch(`${url}/api/user`, { headers })).json()) as { id: number }
    people.push({ id, cookie })
  }
  const ids = people.map(({ id }) => id)
  await cluster.ask(
    `UPDATE users SET email = 'member' || id || '@player.example' WHERE id = ANY($1::int[])`,
    [ids],
  )
  await cluster.ask(
    'INSERT INTO verified_emails (user_id, email) SELECT id, email FROM users WHERE id = ANY($1::int[])',
    [ids],
  )
  // The players of matchEvent.
  await cluster.ask(
    `INSERT INTO game_identities (kind, value, user_id)
     SELECT 'xuid', (2535400000000000 + n - 1)::text, id FROM unnest($1::int[]) WITH ORDINALITY AS one (id, n)`,
    [ids],
  )
  await cluster.ask('DELETE FROM notification_choices')
  for (const [kind, wanted] of Object.entries(channels))
    await cluster.ask(
      `INSERT INTO notification_choices (user_id, kind, channels)
       SELECT id, $2, string_to_array($3, ',') FROM unnest($1::int[]) AS id`,
      [ids, kind, wanted],
    )
  await cluster.ask(`UPDATE users SET rank = 'Owner' WHERE id = $1`, [ids[0]])
  return people
}

/** Sends requests to either process. */
class Client {
  /** Requests without a response, because a process was killed or away. */
  cut = 0
  readonly wrong: string[] = []
  /** What was acknowledged. */
  readonly done = { comments: new Set<number>(), likes: 0 }

  constructor(
    private readonly urls: readonly string[],
    private readonly random: Random,
  ) {}

  /** One attempt; undefined without a response, or with a 5xx. */
  async attempt(method: string, path: string, headers: object, body?: unknown) {
    try {
      const response = await fetch(this.random.pick(this.urls) + path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      if (response.status < 500) return { status: response.status, text }
      if (response.status !== 503)
        this.wrong.push(`${method} ${path} ${response.status} ${text.slice(0, 80)}`)
    } catch {
      this.cut += 1
    }
    return undefined
  }

  /** Sends until a process responds: what a kill cut off is sent again, under the same key where there is one. */
  async send(method: string, path: string, headers: object, body?: unknown) {
    for (const ends = performance.now() + 120_000; performance.now() < ends; await pause(50)) {
      const response = await this.attempt(method, path, headers, body)
      if (response !== undefined) return response
    }
    throw new Error(`${method} ${path} had no response for two minutes`)
  }

  /** The same, of a call that must have one of these statuses. */
  async expect(statuses: readonly number[], method: string, path: string, headers: object, body?: unknown) {
    const { status, text } = await this.send(method, path, headers, body)
    if (!statuses.includes(status)) this.wrong.push(`${method} ${path} ${status} ${text.slice(0, 80)}`)
    return text
  }

  /** Creates something once, however often it is sent. */
  async create(path: string, cookie: string, body: object): Promise<number> {
    const headers = { cookie, 'idempotency-key': randomUUID() }
    return (JSON.parse(await this.expect([201], 'POST', path, headers, body)) as { id: number }).id
  }
}

type Task = () => Promise<void>

/** Does all of them, some at a time, in a random order. */
async function inLanes(tasks: readonly Task[], random: Random): Promise<void> {
  const left = tasks.map((task) => ({ task, at: random.next() })).sort((a, b) => a.at - b.at)
  const lane = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await next.task()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const pairsOf = (people: readonly Member[]) =>
  people.flatMap((one) => people.filter((other) => other !== one).map((other) => [one, other] as const))

const follows = (client: Client, people: readonly Member[]): Task[] =>
  pairsOf(people).map(([follower, player]) => async () => {
    await client.expect([200], 'PUT', `/api/players/${player.id}/follow`, { cookie: follower.cookie })
  })

/** A like that is sent again would be taken back, so that one that a kill cut off is not. */
const likes = (client: Client, people: readonly Member[], postIds: readonly number[]): Task[] =>
  postIds.flatMap((postId, n) =>
    people
      .filter((one) => one !== people[n % members])
      .map(({ cookie }) => async () => {
        const response = await client.attempt(
          'POST',
          `/api/posts/${postId}/reactions`,
          { cookie },
          { type: 'like' },
        )
        if (response?.status === 200) client.done.likes += 1
        else if (response !== undefined) client.wrong.push(`a like: ${response.status} ${response.text}`)
      }),
  )

const writtenComments = (
  client: Client,
  people: readonly Member[],
  postIds: readonly number[],
  random: Random,
): Task[] =>
  Array.from({ length: comments }, (_, n) => async () => {
    const at = n % posts
    const { cookie } = random.pick(people.filter((one) => one !== people[at % members]))
    const id = await client.create(`/api/posts/${postIds[at]}/comments`, cookie, { content: `Comment ${n}` })
    client.done.comments.add(id)
  })

const publishedNews = (client: Client, { cookie }: Member): Task[] =>
  Array.from({ length: news }, (_, n) => async () => {
    const slug = `news-${n}`
    const item = { title: `News ${n}`, slug, summary: `Item ${n}`, markdown: 'It is news.' }
    // A 409: an attempt that was cut off has stored it.
    await client.expect([201, 409], 'POST', '/api/admin/news', { cookie }, item)
    const list = JSON.parse(await client.expect([200], 'GET', '/api/admin/news', { cookie })) as {
      id: number
      slug: string
    }[]
    const id = list.find((one) => one.slug === slug)?.id
    await client.expect([200, 409], 'POST', `/api/admin/news/${id}/publication`, { cookie }, {})
  })

/** One game server sends one match after the other; milestones are announced in the order in which matches ended. */
async function reportMatches(client: Client, key: string, random: Random): Promise<void> {
  for (let n = 0; n < matches; n += 1) {
    const { event } = matchEvent(random.whole(0, players - 1))
    const { headers, body } = ingestRequest(key, [event])
    const text = await client.expect(
      [200],
      'POST',
      '/api/ingest/events',
      headers as object,
      JSON.parse(String(body)),
    )
    if (!/"(?:accepted|duplicate)"/.test(text)) client.wrong.push(`a match: ${text.slice(0, 80)}`)
  }
}

/** Kills one of the two processes, or both, at random moments, and starts them again. */
class Killer {
  kills = 0

  constructor(
    private readonly sites: Pair,
    private readonly environments: readonly [Record<string, string>, Record<string, string>],
    private readonly random: Random,
  ) {}

  /** Goes on until `isOver` holds, and there were `minKills` at least. */
  async run(isOver: () => boolean): Promise<void> {
    while (this.kills < minKills || !isOver()) {
      await pause(this.random.whole(200, 8_000))
      const first = this.random.whole(0, 1)
      const victims = this.random.next() < 0.2 ? [first, 1 - first] : [first]
      await Promise.all(
        victims.map(async (one) => {
          const { dataDir } = this.sites[one]!
          await this.sites[one]!.kill()
          this.kills += 1
          this.sites[one] = await startSite(this.environments[one]!, dataDir)
        }),
      )
    }
  }
}

/** Each person has one row per event, and none of another. */
async function promiseRows(report: Report, cluster: Cluster, client: Client, people: readonly Member[]) {
  const counts = await countsOf(cluster)
  const { stored } = counts
  const all = stored.follows + stored.likes + stored.comments + stored.matches + stored.news
  report.promise(
    'stored events',
    `≥ ${wantedEvents}`,
    `${all}: ${stored.follows} follows, ${stored.likes} likes, ${stored.comments} comments, ${stored.matches} matches, ${stored.news} news`,
    all >= wantedEvents,
  )
  report.promise(
    'follows, comments, matches and news are stored once each, however often they were sent',
    `${members * (members - 1)}, ${comments}, ${matches}, ${news}`,
    `${stored.follows}, ${stored.comments}, ${stored.matches}, ${stored.news}`,
    stored.follows === members * (members - 1) &&
      stored.comments === comments &&
      client.done.comments.size === comments &&
      stored.matches === matches &&
      stored.news === news,
  )
  report.promise(
    'acknowledged likes are stored',
    `≥ ${client.done.likes}`,
    String(stored.likes),
    stored.likes >= client.done.likes,
  )
  let earned = 0
  for (const { id } of people.slice(0, players + 1)) {
    const text = await client.expect([200], 'GET', `/api/players/${id}/milestones`, {})
    earned += (JSON.parse(text) as unknown[]).length
  }
  report.promise(
    'milestones of the ledger that are announced',
    String(earned),
    String(counts.milestones),
    earned === counts.milestones && earned > 0,
  )
  report.promise(
    'rows that a person and an event should have, and those there are',
    String(counts.expected),
    `${counts.rows}, ${counts.lost} lost, ${counts.extra} twice or of no event`,
    counts.rows === counts.expected && counts.lost === 0 && counts.extra === 0,
  )
}

type Receivers = Awaited<ReturnType<typeof failingReceivers>>

/** Each wanted delivery arrived; what arrived twice has the same id, and was in flight at a kill or was never answered. */
async function promiseDeliveries(report: Report, cluster: Cluster, receivers: Receivers, kills: number) {
  const { deliveries, messages } = await countsOf(cluster)
  for (const { channel, wanted, made, done } of deliveries)
    report.promise(
      `deliveries by ${channel}: made and done`,
      `${wanted} of ${wanted}`,
      `${done} of ${made}`,
      wanted === made && made === done && wanted > 0,
    )
  const wantedBy = (channel: string) => deliveries.find((one) => one.channel === channel)?.wanted ?? 0
  const arrived = {
    mail: receivedMails(receivers.mail).map(({ messageId, to }) => `${messageId} ${to}`),
    push: receivers.push.messages.map(({ browser, headers }) => `${String(headers.topic)} ${browser}`),
  }
  for (const channel of ['mail', 'push'] as const) {
    const ids = new Set(arrived[channel])
    const wanted = wantedBy(channel)
    const name = channel === 'mail' ? 'Message-IDs' : 'topics per browser'
    report.promise(`${name} that arrived`, String(wanted), String(ids.size), ids.size === wanted)
    const twice = arrived[channel].length - ids.size
    const max = kills * inFlight[channel] + receivers.lost[channel]
    report.promise(
      `second deliveries by ${channel}, with the same id`,
      `≤ ${kills} × ${inFlight[channel]} + ${receivers.lost[channel]} never answered`,
      String(twice),
      twice <= max,
    )
  }
  report.promise(
    'messages queued for the game server',
    String(wantedBy('game')),
    String(messages),
    messages === wantedBy('game'),
  )
}
