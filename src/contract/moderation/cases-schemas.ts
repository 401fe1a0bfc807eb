import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, idList, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { maxBulkRows } from '../list-filters.ts'
import { listFilters, RefusedRow } from '../list-filters-schemas.ts'
import { sentence } from '../sentences.ts'
import { caseOutcomes, caseStates } from './cases.ts'
import {
  CaseClaim,
  DecidedCase,
  Decision,
  decidedStatuses,
  ModerationCase,
  ModerationSubject,
  ReportClassSchema,
  Takeover,
} from './moderation-schemas.ts'
import { punishmentStates } from './punishments.ts'
import { severities } from './report-classes.ts'

/** Position in a list of cases: the values that it is sorted by, between dots. */
const Cursor = z.string().check(
  z.regex(/^([1-3]\.[0-9]{1,9}\.[0-9]{1,3}|[0-9]{1,16})\.[0-9]{1,10}$/, {
    error: sentence(msg`Must be the cursor of a page`),
  }),
)

export const CaseFilters = z.object({
  state: z._default(
    z.enum(caseStates, { error: sentence(msg`state must be one of ${{ all: caseStates.join(', ') }}`) }),
    'open',
  ),
  ...listFilters,
  class: z.optional(ReportClassSchema),
  severity: z.optional(
    z.enum(severities, { error: sentence(msg`severity must be one of ${{ all: severities.join(', ') }}`) }),
  ),
  subjectType: z.optional(ModerationSubject),
})

export type CaseFilters = z.infer<typeof CaseFilters>

export const CaseCounts = z.object({ open: z.int(), claimed: z.int(), mine: z.int(), nobody: z.int() })

export type CaseCounts = z.infer<typeof CaseCounts>

const Ids = idList('case', maxBulkRows)

/** A refused case with what a colleague did first. */
const RefusedCase = z.extend(RefusedRow, {
  decided: z.optional(DecidedCase),
  claim: z.optional(CaseClaim),
})

export type RefusedCase = z.infer<typeof RefusedCase>

/** One thing that happened about the subject of a case. */
export const TimelineEntry = z.object({
  what: z.enum([
    'reported',
    'decided',
    'reopened',
    'undone',
    'takenOver',
    'restricted',
    'unrestricted',
    'cleared',
    'removed',
    'ban',
    'mute',
    'kick',
    'warn',
  ]),
  at: Timestamp,
  /** Member, as named on the site; who punished, as named in game. Null when unknown, deleted or of a higher rank. */
  by: z.nullable(z.string()),
  /** Of a report: its id. */
  reportId: z.nullable(Id),
  /** Of a decision. */
  status: z.nullable(z.enum(decidedStatuses)),
  /** The note of a decision, the reason of all else. */
  text: z.nullable(z.string()),
  /** Of a punishment: whom it is about, its end as it is now, and its state. */
  punishment: z.nullable(
    z.object({ name: z.string(), until: z.nullable(Timestamp), state: z.enum(punishmentStates) }),
  ),
})

export type TimelineEntry = z.infer<typeof TimelineEntry>

export const caseSchemas = {
  list: {
    scope: 'read:cases' as const,
    query: z.extend(CaseFilters, {
      cursor: z.optional(Cursor),
      limit: z._default(wholeNumberText(1, 100), 50),
    }),
    response: z.object({
      cases: z.array(ModerationCase),
      /** For `cursor`; null on the last page. */
      next: z.nullable(z.string()),
    }),
  },
  counts: { scope: 'read:cases' as const, response: CaseCounts },
  one: { scope: 'read:cases' as const, params: IdParams, response: ModerationCase },
  timeline: { scope: 'read:cases' as const, params: IdParams, response: z.array(TimelineEntry) },
  claim: {
    params: IdParams,
    body: Takeover,
    response: CaseClaim,
  },
  release: {
    params: IdParams,
  },
  decide: {
    params: IdParams,
    body: z.extend(z.pick(Decision, { note: true, reason: true }), {
      outcome: z.enum(caseOutcomes, {
        error: sentence(msg`outcome must be one of ${{ all: caseOutcomes.join(', ') }}`),
      }),
    }),
    response: z.object({ decided: z.int() }),
  },
  decideMany: {
    body: z.extend(z.pick(Decision, { note: true, reason: true }), {
      ids: Ids,
      outcome: z.enum(caseOutcomes, {
        error: sentence(msg`outcome must be one of ${{ all: caseOutcomes.join(', ') }}`),
      }),
    }),
    response: z.object({ decided: z.array(Id), refused: z.array(RefusedCase) }),
  },
  undo: {
    body: z.object({ ids: Ids }),
    response: z.object({ reopened: z.array(Id), refused: z.array(RefusedCase) }),
  },
}
