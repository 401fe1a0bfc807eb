import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../e2e/support/free-port.ts'
import { endSite, type Site, startSite } from '../e2e/support/site.ts'
import { temporaryDir } from '../e2e/support/temporary-dir.ts'
import { LiveClient } from './support/live-client.ts'
import {
  Acknowledged,
  loadReads,
  promiseNothingLost,
  type TimedResponse,
  type Who,
  write,
} from './support/load.ts'
import { type Machine, Machines } from './support/machines.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { gameKey, signIn } from './support/people.ts'
import { waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

/** Two processes of the site behind nginx, before three machines. */
interface Fleet {
  readonly machines: Machines
  readonly nginx: Nginx
  readonly sites: [Site, Site]
  readonly who: Who
  restart(one: 0 | 1): Promise<void>
}

/** What a fault did, by its name. */
export interface Outage {
  readonly fault: string
  readonly run: number
  readonly newPrimaryMs: number | undefined
  readonly writesAwayMs: number
  readonly visitorsAwayMs: number
  readonly membersAwayMs: number
  readonly status500: number
  readonly acknowledged: number
  readonly missing: number
}

interface StandbyFault {
  /** Bound of the time for which writes are refused; undefined: as long as the fault lasts. */
  readonly maxWritesAwayMs?: number
  /** Whether another machine becomes the primary. */
  readonly changesPrimary: boolean
  /** Requests that die with a process of the site have no answer. */
  readonly killsProcess?: true
  /** How long until it is healed, counted from its begin. */
  readonly lastsMs: number
  begin(fleet: Fleet, primary: Machine): Promise<void> | void
  heal?(fleet: Fleet, primary: Machine): Promise<void> | void
}

const deadMachineMs = 45_000
const deadPostmasterMs = 10_000

const bothStandbys = async ({ machines }: Fleet, work: (n: Machine) => void) => {
  for (const n of await machines.standbys()) work(n)
}

export const standbyFaults: Readonly<Record<string, StandbyFault>> = {
  machine: {
    maxWritesAwayMs: deadMachineMs,
    changesPrimary: true,
    lastsMs: 45_000,
    begin: ({ machines }, primary) => machines.die(primary),
    heal: ({ machines }, primary) => machines.start(primary),
  },
  postmaster: {
    maxWritesAwayMs: deadPostmasterMs,
    changesPrimary: true,
    lastsMs: 10_000,
    begin: ({ machines }, primary) => machines.killPostmaster(primary),
  },
  partition: {
    maxWritesAwayMs: deadMachineMs,
    changesPrimary: true,
    lastsMs: 45_000,
    begin: ({ machines }, primary) => machines.cut(primary),
    heal: ({ machines }, primary) => machines.join(primary),
  },
  switchover: {
    maxWritesAwayMs: deadPostmasterMs,
    changesPrimary: true,
    lastsMs: 10_000,
    begin: ({ machines }) => machines.switchover(),
  },
  'one standby': {
    maxWritesAwayMs: deadMachineMs,
    changesPrimary: false,
    lastsMs: 20_000,
    async begin({ machines }) {
      const sync = (await machines.members()).find(({ role }) => role === 'sync_standby')?.name
      machines.die(Number(sync?.slice(2)) as Machine)
    },
    async heal({ machines }) {
      startMissing(machines)
    },
  },
  'both standbys': {
    maxWritesAwayMs: deadMachineMs,
    changesPrimary: false,
    lastsMs: 20_000,
    // Their stores stay: without a majority the primary would step down.
    begin: (fleet) => bothStandbys(fleet, (n) => fleet.machines.killDatabase(n)),
    heal: ({ machines }) => startMissing(machines),
  },
  'both standbys, strict': {
    changesPrimary: false,
    lastsMs: 20_000,
    async begin(fleet) {
      await fleet.machines.change({ synchronous_mode_strict: true })
      await pause(5_000)
      await bothStandbys(fleet, (n) => fleet.machines.killDatabase(n))
    },
    async heal({ machines }) {
      startMissing(machines)
      await machines.change({ synchronous_mode_strict: false })
    },
  },
  'etcd majority': {
    changesPrimary: false,
    lastsMs: 40_000,
    begin: (fleet) => bothStandbys(fleet, (n) => fleet.machines.killStore(n)),
    heal: (fleet) => bothStores(fleet.machines),
  },
  'etcd leader': {
    maxWritesAwayMs: deadPostmasterMs,
    changesPrimary: false,
    lastsMs: 20_000,
    begin: async ({ machines }) => machines.killStore(await machines.storeLeader()),
    heal: ({ machines }) => bothStores(machines),
  },
  haproxy: {
    maxWritesAwayMs: deadPostmasterMs,
    changesPrimary: false,
    lastsMs: 3_000,
    begin: ({ machines }) => machines.killProxy(),
    heal: ({ machines }) => machines.startProxy(),
  },
  lag: {
    maxWritesAwayMs: 5_000,
    changesPrimary: false,
    lastsMs: 20_000,
    begin: ({ machines }) =>
      machines.change({ postgresql: { parameters: { recovery_min_apply_delay: '10s' } } }),
    heal: ({ machines }) =>
      machines.change({ postgresql: { parameters: { recovery_min_apply_delay: null } } }),
  },
  'process in a failover': {
    maxWritesAwayMs: deadMachineMs,
    changesPrimary: true,
    killsProcess: true,
    lastsMs: 45_000,
    async begin({ machines, sites }, primary) {
      machines.die(primary)
      await pause(8_000)
      await sites[0].kill()
    },
    async heal(fleet, primary) {
      fleet.machines.start(primary)
      await fleet.restart(0)
    },
  },
  upgrade: {
    maxWritesAwayMs: deadPostmasterMs,
    changesPrimary: true,
    lastsMs: 20_000,
    async begin(fleet) {
      const moved = fleet.machines.switchover()
      for (const one of [0, 1] as const) {
        await fleet.sites[one].stop()
        await fleet.restart(one)
        // nginx tries a process that was away again after 2 s (docs/operations.md).
        await pause(5_000)
      }
      await moved
    },
  },
}

/** Starts what died. The store lists a machine for some seconds after its death. */
function startMissing(machines: Machines): void {
  for (const n of [1, 2, 3] as const) {
    if (!machines.hasStore(n)) machines.startStore(n)
    if (!machines.hasDatabase(n)) machines.startDatabase(n)
  }
}

const bothStores = (machines: Machines) => {
  for (const n of [1, 2, 3] as const) if (!machines.hasStore(n)) machines.startStore(n)
}

let opened: Promise<Fleet> | undefined

/** One for all faults: each begins when the cluster is whole again. */
export const fleetOfAll = () => (opened ??= openFleet())

async function openFleet(): Promise<Fleet> {
  const machines = await Machines.make()
  const ports: [number, number] = [await freePort(), await freePort()]
  const nginx = await startNginx(ports)
  // The suite's own certificate, on this machine only.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const environmentOf = (port: number) => ({
    ...machines.environment,
    PORT: String(port),
    PUBLIC_URL: nginx.url,
    TRUST_PROXY: '127.0.0.1',
  })
  const directories = [await temporaryDir(), await temporaryDir()]
  const start = (one: 0 | 1) => startSite(environmentOf(ports[one]), directories[one])
  const first = await start(0)
  const sites: [Site, Site] = [first, await start(1)]
  const cookies: string[] = []
  for (let n = 0; n < 4; n += 1) cookies.push(await signIn(nginx.url, `Writer ${n}`))
  const who = { cookies, key: await gameKey(machines.environment) }
  return {
    machines,
    nginx,
    sites,
    who,
    async restart(one) {
      sites[one] = await start(one)
    },
  }
}

export async function closeFleet(): Promise<void> {
  const fleet = await opened?.catch(() => undefined)
  if (fleet === undefined) return
  await Promise.all(fleet.sites.map(endSite))
  await fleet.nginx.stop()
  await fleet.machines.remove()
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
}

/** Longest time without a good answer, from the fault on. */
function longestGap(
  responses: readonly TimedResponse[],
  since: number,
  isGood: (response: TimedResponse) => boolean,
): number {
  const times = responses
    .filter(isGood)
    .map(({ at }) => at)
    .sort((a, b) => a - b)
  const before = times.filter((at) => at < since).at(-1) ?? since
  const all = [before, ...times.filter((at) => at >= since)]
  return Math.max(0, ...all.slice(1).map((at, index) => at - (all[index] ?? at)))
}

/** The longest time from a bad response on until the same is answered well again, over everything that is read. */
function longestAway(responses: readonly TimedResponse[], who: TimedResponse['who']): number {
  const badSince = new Map<string, number>()
  let longest = 0
  for (const { what, at, ms, status } of responses
    .filter((one) => one.who === who && one.what.startsWith('GET'))
    .toSorted((a, b) => a.at - b.at)) {
    const since = badSince.get(what) ?? at - ms
    if (status === 200) badSince.delete(what)
    else badSince.set(what, since)
    if (status !== 200 || since !== at - ms) longest = Math.max(longest, at - since)
  }
  return longest
}

const isWrite = ({ what, status }: TimedResponse) =>
  what.startsWith('POST') && (status === 200 || status === 201)
const isPage = ({ what }: TimedResponse) => what.startsWith('GET') && !what.includes('/api/')

/** One fault under load, held against the promises; its figures go into `outages`. */
export async function standbyFault(name: string, runs: number, outages: Outage[]): Promise<Result[]> {
  const fault = standbyFaults[name]!
  const report = new Report(`standby: ${name}`)
  const fleet = await fleetOfAll()
  const { machines, nginx, who } = fleet
  for (let run = 1; run <= runs; run += 1) {
    const done = new Acknowledged()
    const sockets = [1, 2].map(() => new LiveClient(nginx.url, { rejectUnauthorized: false }))
    await waitFor(() => sockets.every(({ isOpen }) => isOpen), 10_000)
    let finish = () => {}
    const over = new Promise<void>((resolve) => {
      finish = resolve
    })
    const reading = loadReads(nginx.url, who, over)
    const writing = write(() => nginx.url, who, done, over)
    await pause(3_000)
    const primary = (await machines.primary())!
    const since = performance.now()
    const begun = Promise.resolve(fault.begin(fleet, primary))
    const newPrimaryMs = fault.changesPrimary
      ? await waitFor(async () => ![undefined, primary].includes(await machines.primary()), 120_000, 100)
      : undefined
    await begun
    await pause(Math.max(0, fault.lastsMs - (performance.now() - since)))
    await fault.heal?.(fleet, primary)
    // The cut machine or the dead one comes back while everybody goes on.
    const whole = await waitFor(() => machines.isWhole(), 180_000, 500)
    await pause(3_000)
    finish()
    const [read, written] = await Promise.all([reading, writing])
    const stayed = sockets.every(({ isOpen, opened }) => isOpen && opened === 1)
    for (const socket of sockets) socket.close()

    const responses = [...read.responses, ...written.responses]
    const wrong = [...read.wrong, ...written.wrong].filter((one) => !fault.killsProcess || / 500 /.test(one))
    const writesAwayMs = longestGap(responses, since, isWrite)
    const missing = await done.missing(machines)
    const outage = {
      fault: name,
      run,
      newPrimaryMs: newPrimaryMs && Math.round(newPrimaryMs),
      writesAwayMs: Math.round(writesAwayMs),
      visitorsAwayMs: Math.round(longestAway(responses, 'visitor')),
      membersAwayMs: Math.round(longestAway(responses, 'member')),
      status500: responses.filter(({ status }) => status === 500).length,
      acknowledged: done.count,
      missing,
    }
    outages.push(outage)
    console.log(JSON.stringify(outage))
    if (fault.changesPrimary) report.within('another machine is the primary', deadMachineMs, newPrimaryMs)
    if (fault.maxWritesAwayMs !== undefined)
      report.within('writes are back', fault.maxWritesAwayMs, writesAwayMs)
    report.none(`of ${responses.length} responses, neither right nor 503 with Retry-After`, wrong)
    const failedPages = responses.filter((one) => isPage(one) && one.status !== 200 && one.status !== 503)
    report.none(
      'pages that are neither shown nor refused for the moment',
      fault.killsProcess ? [] : failedPages.map(({ what, status }) => `${what} ${status}`),
    )
    const keepsSockets = fault.killsProcess === undefined && name !== 'upgrade'
    if (keepsSockets) report.promise('sockets of browsers stay', 'open', stayed ? 'open' : 'closed', stayed)
    report.within('three members and a synchronous standby again', 180_000, whole)
    await promiseNothingLost(report, machines, machines.environment, done)
  }
  return report.results
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

/** The table of docs/reliability.md: medians of the runs. */
export const mediansOf = (outages: readonly Outage[]) =>
  [...new Set(outages.map(({ fault }) => fault))].map((fault) => {
    const runs = outages.filter((outage) => outage.fault === fault)
    const sum = (of: (outage: Outage) => number) => runs.reduce((total, outage) => total + of(outage), 0)
    return {
      fault,
      runs: runs.length,
      newPrimaryMs: median(runs.flatMap(({ newPrimaryMs }) => newPrimaryMs ?? [])),
      writesAwayMs: median(runs.map(({ writesAwayMs }) => writesAwayMs)),
      visitorsAwayMs: median(runs.map(({ visitorsAwayMs }) => visitorsAwayMs)),
      membersAwayMs: median(runs.map(({ membersAwayMs }) => membersAwayMs)),
      status500: sum(({ status500 }) => status500),
      missing: `${sum(({ missing }) => missing)} of ${sum(({ acknowledged }) => acknowledged)}`,
    }
  })
