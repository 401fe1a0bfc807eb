import { setTimeout as pause } from 'node:timers/promises'
import { dataUrlOf, worstAccepted } from '../../../src/server/testing/pictures.ts'
import { type MemoryGroup, memoryGroup, peakMbDuring } from './memory.ts'
import { endSite, startSite } from './site.ts'

const members = 10
/** Two of each member under way, so that the site always has as many waiting as it lets wait. */
const atOnce = 2
const json = { 'content-type': 'application/json' }

/** A proxy on this machine says whom it speaks for: members are counted by addresses of their own. */
const addressOf = (member: number) => ({ 'x-forwarded-for': `198.51.100.${member + 1}` })

export interface WorstPosts {
  /** Answers by status; 0: none came. */
  readonly statuses: Readonly<Record<number, number>>
  /** Kinds of pictures that were stored. */
  readonly kinds: ReadonlySet<string>
  /** Of the site and what decodes for it. */
  readonly peakMb: number
  /** Processes that the kernel killed for want of memory. */
  readonly kills: number
  /** What `/health/ready` answers afterwards. */
  readonly ready: number
}

interface Size {
  /** Of the memory cgroup, in which everything that the site starts is as well. */
  readonly groupMb: number
  /** Each member stores so many, or posts until then; who is refused tries again when the site says. */
  readonly until: { readonly posts: number } | { readonly ms: number }
  readonly environment?: Record<string, string>
}

/** Ten members post the pictures that take most memory, on a site in a memory cgroup. */
export async function postWorst({ groupMb, until, environment = {} }: Size): Promise<WorstPosts> {
  const bodies = await Promise.all(
    Object.entries(worstAccepted).map(async ([kind, make]) => ({
      kind,
      body: JSON.stringify({ content: kind, mediaUrl: dataUrlOf(await make()) }),
    })),
  )
  const group = memoryGroup('worst-posts')
  group.limit(groupMb)
  try {
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', ...environment }
    const site = await startSite(settings, undefined, (pid) => group.add(pid))
    try {
      return await postAt(site, group, bodies, until)
    } finally {
      await endSite(site)
    }
  } finally {
    await group.remove()
  }
}

async function postAt(
  site: { readonly url: string; readonly pid: number },
  group: MemoryGroup,
  bodies: readonly { readonly kind: string; readonly body: string }[],
  until: Size['until'],
): Promise<WorstPosts> {
  const statuses: Record<number, number> = {}
  const kinds = new Set<string>()
  const ends = 'ms' in until ? Date.now() + until.ms : Number.POSITIVE_INFINITY
  let next = 0

  const post = async (
    member: number,
    cookie: string,
    { kind, body }: (typeof bodies)[number],
  ): Promise<boolean> => {
    const headers = { ...json, ...addressOf(member), cookie }
    const response = await fetch(`${site.url}/api/posts`, { method: 'POST', headers, body }).catch(
      () => undefined,
    )
    await response?.arrayBuffer()
    const status = response?.status ?? 0
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 201) kinds.add(kind)
    const waitMs = 1_000 * Number(response?.headers.get('retry-after') ?? 0)
    if (waitMs > 0) await pause(Math.min(waitMs, Math.max(0, ends - Date.now())))
    return status !== 503 && status !== 429
  }

  const postAll = async (member: number): Promise<void> => {
    const cookie = await register(site.url, member)
    let left = 'posts' in until ? until.posts : Number.POSITIVE_INFINITY
    const hand = async () => {
      while (left > 0 && Date.now() < ends) {
        left -= 1
        const picture = bodies[next++ % bodies.length]!
        // The same one again: else a busy site might refuse one kind each time.
        while (!(await post(member, cookie, picture)) && Date.now() < ends);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, hand))
  }

  const peakMb = await peakMbDuring(site.pid, () =>
    Promise.all(Array.from({ length: members }, (_, member) => postAll(member))),
  )
  const ready = await fetch(`${site.url}/health/ready`).then(
    ({ status }) => status,
    () => 0,
  )
  return { statuses, kinds, peakMb, kills: group.kills(), ready }
}

async function register(url: string, member: number): Promise<string> {
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { ...json, ...addressOf(member) },
    body: JSON.stringify({ username: `Poster ${member}`, password: 'correct horse 1' }),
  })
  if (response.status !== 201)
    throw new Error(`registering answered ${response.status}: ${await response.text()}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
