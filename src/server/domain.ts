import type { FastifyInstance } from 'fastify'
import type { endpoints } from '../contract/endpoints.ts'
import type { Context } from './context.ts'
import type { LinkCodes } from './domains/accounts/link-codes.ts'
import type { RankStore } from './domains/accounts/ranks/rank-store.ts'
import type { Settings } from './domains/content/settings/settings.ts'
import type { ContentStore } from './domains/content/store.ts'
import type { CupMatches } from './domains/matches/ledger/cup-matches.ts'
import type { EventType } from './domains/matches/ledger/event-type.ts'
import type { BoardNames } from './domains/network/modes/board-names.ts'
import type { RequireNeutralName } from './domains/network/practice/manage.ts'
import type { FileReport } from './domains/posts/file-report.ts'
import type { TablePolicies } from './platform/database/tables.ts'
import type { CallerChecks, EndpointRouter, Handlers } from './platform/http/endpoints.ts'
import type { ConstraintErrors } from './platform/http/error-handler.ts'
import type { Job } from './platform/jobs/jobs.ts'
import type { MailTemplates } from './platform/jobs/outbox.ts'
import type { DomainEventHandlers } from './platform/live/domain-events.ts'
import type { Sockets } from './platform/live/sockets.ts'
import type { Metrics } from './platform/logs/metrics.ts'
import type { PersonalData } from './platform/personal-data.ts'

/** What domains do for the platform and for lower domains, which may not import them. */
export interface Ports extends CallerChecks {
  readonly linkCodes: LinkCodes
  readonly fileReport: FileReport
  readonly cupMatches: CupMatches
  readonly requireNeutralName: RequireNeutralName
}

/** What the server has opened before it asks the domains for their parts. */
export interface House {
  readonly app: FastifyInstance
  readonly context: Context
  readonly content: ContentStore
  readonly settings: Settings
  readonly ranks: RankStore
  readonly sockets: Sockets
  readonly router: EndpointRouter
  readonly metrics: Metrics
  readonly boards: BoardNames
  readonly ports: Ports
  /** Lists of a member's export, of all domains. */
  readonly personalData: readonly PersonalData[]
  /** Event types of the game servers, of all domains. */
  readonly eventTypes: readonly EventType[]
  /** Called when the app closes, the newest first. */
  atClose(stop: () => Promise<void> | void): unknown
}

type EndpointName = keyof typeof endpoints
type AllHandlers = { readonly [Name in EndpointName]: Handlers<(typeof endpoints)[Name]> }

/** Everything the server needs to know about a domain (ARCHITECTURE.md, "The plug"). */
export interface Domain<Names extends EndpointName = never, Provided extends keyof Ports = never> {
  readonly name: string
  /** One handler per endpoint of the domain's tables. Called once per process. */
  handlers(house: House): Pick<AllHandlers, Names>
  readonly ports?: Pick<Ports, Provided>
  /** What is served besides the API. */
  routes?(house: House): Promise<void> | void
  readonly constraints?: ConstraintErrors
  /** Feeds to browsers. Each returns a function that stops it. */
  readonly live?: readonly ((context: Context, sockets: Sockets) => () => void)[]
  /** Events of lower domains. The handlers of the highest domain run first. */
  readonly on?: DomainEventHandlers
  /** Composers of the mails that the domain requests. */
  mails?(context: Context): MailTemplates
  jobs?(context: Context, content: ContentStore): readonly Job[]
  /** Each table of the domain: what backups do with it, and where its columns about people are exported. */
  readonly tables: TablePolicies
  /** Lists of a member's export. */
  readonly personalData?: readonly PersonalData[]
  /** Event types of the game servers that the domain handles, in the order in which they take a step. */
  readonly ingest?: readonly EventType[]
  /** What is done once before the site serves, in this order, as soon as the database takes it. */
  readonly prepare?: readonly ((context: Context, content: ContentStore) => Promise<unknown>)[]
}

/** Infers which endpoint tables a domain handles, and which ports it provides. */
export const defineDomain = <Names extends EndpointName, Provided extends keyof Ports = never>(
  domain: Domain<Names, Provided>,
): Domain<Names, Provided> => domain

type HandledBy<D> = D extends Domain<infer Names, infer _> ? Names : never
type ProvidedBy<D> = D extends Domain<infer _, infer Provided> ? Provided : never
type Missing<D> = Exclude<EndpointName, HandledBy<D>> | Exclude<keyof Ports, ProvidedBy<D>>

/** Lists domains. Does not compile while an endpoint table or a port is nobody's, and then names it. */
export const listDomains = <const Domains extends readonly Domain[]>(
  domains: Domains &
    ([Missing<Domains[number]>] extends [never] ? unknown : { readonly missing: Missing<Domains[number]> }),
): readonly Domain[] => domains
