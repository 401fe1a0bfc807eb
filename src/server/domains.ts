import { admin } from './admin/domain.ts'
import type { Context } from './context.ts'
import { listDomains, type Ports } from './domain.ts'
import { accounts } from './domains/accounts/domain.ts'
import { applications } from './domains/applications/domain.ts'
import { content } from './domains/content/domain.ts'
import { cups } from './domains/cups/domain.ts'
import { doors } from './domains/doors/domain.ts'
import { events } from './domains/events/domain.ts'
import { matches } from './domains/matches/domain.ts'
import { moderation } from './domains/moderation/domain.ts'
import { network } from './domains/network/domain.ts'
import { news } from './domains/news/domain.ts'
import { notifications } from './domains/notifications/domain.ts'
import { players } from './domains/players/domain.ts'
import { posts } from './domains/posts/domain.ts'
import { rankings } from './domains/rankings/domain.ts'
import { reports } from './domains/reports/domain.ts'
import { house } from './house.ts'
import type { TablePolicies } from './platform/database/tables.ts'
import type { MailTemplates } from './platform/jobs/outbox.ts'

/** In the order of the graph: each comes after those it imports (ARCHITECTURE.md). */
export const domains = listDomains([
  house,
  content,
  accounts,
  notifications,
  network,
  news,
  matches,
  rankings,
  players,
  posts,
  events,
  reports,
  applications,
  moderation,
  cups,
  doors,
  admin,
])

/** What domains do for the platform and for lower domains. */
export const ports: Ports = Object.assign({}, ...domains.map((domain) => domain.ports))

/** Mails that are composed when they are sent, by request type. */
export const mailTemplates = (context: Context): MailTemplates =>
  Object.assign({}, ...domains.map(({ mails }) => mails?.(context)))

/** A higher domain first: what refers to a record goes before the record. */
export const domainEventHandlers = domains.map(({ on = {} }) => on).toReversed()

export const tables: TablePolicies = Object.assign({}, ...domains.map((domain) => domain.tables))

/** Event types of the game servers. */
export const eventTypes = domains.flatMap((domain) => domain.ingest ?? [])

export const personalData = domains.flatMap((domain) => domain.personalData ?? [])
