import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { listFilters } from '../list-filters-schemas.ts'
import { sentence } from '../sentences.ts'
import { maxLength } from '../text-schemas.ts'
import { multiLine } from '../written-schemas.ts'
import { ApplicationDelivery, NewApplication } from './application-form-schemas.ts'
import {
  applicationPositions,
  buildingStyles,
  designSoftware,
  deviceTypes,
  previousExperiences,
} from './application-options.ts'
import { adminNotesLimit, applicationStatuses, applicationsPage } from './applications.ts'

export const ApplicationStatus = z.enum(applicationStatuses)

export type ApplicationStatus = z.infer<typeof ApplicationStatus>

const filters = ['all', ...applicationStatuses] as const

/** `all`, or one status. */
export const ApplicationFilter = z.enum(filters, {
  error: sentence(msg`status must be one of ${{ all: filters.join(', ') }}`),
})

export type ApplicationFilter = z.infer<typeof ApplicationFilter>

const Text = z.nullable(z.string())

/** An application as staff see it. Every field is present; null means not asked or not answered. */
export const StaffApplication = z.object({
  id: Id,
  /** The applicant's account; null for an application from outside, or when the account was deleted. */
  user_id: z.nullable(Id),
  minecraft_username: z.string(),
  age: z.int(),
  discord_username: z.string(),
  email: z.string(),
  timezone: z.string(),
  position: z.enum(applicationPositions),
  hours_per_week: z.int(),
  previous_experience: z.enum(previousExperiences),
  past_server_names: Text,
  past_positions: Text,
  past_duration: Text,
  current_server_names: Text,
  current_position: Text,
  current_duration: Text,
  why_join: z.string(),
  how_handle_conflict: z.string(),
  additional_questions: Text,
  has_microphone: z.nullable(z.boolean()),
  has_recording_software: z.nullable(z.boolean()),
  device_type: z.nullable(z.array(z.enum(deviceTypes))),
  moderation_scenario_toxic: Text,
  moderation_scenario_cheats: Text,
  moderation_scenario_glitch: Text,
  staff_abuse_response: Text,
  staff_conflict_response: Text,
  building_experience: Text,
  building_style: z.nullable(z.array(z.enum(buildingStyles))),
  portfolio_link: Text,
  bedrock_building_experience: Text,
  build_time_estimate: Text,
  design_experience: Text,
  design_software: z.nullable(z.array(z.enum(designSoftware))),
  design_portfolio: Text,
  minecraft_design_experience: Text,
  design_turnaround_time: Text,
  status: ApplicationStatus,
  admin_notes: Text,
  submitted_at: Timestamp,
  /** Who changed it last; null before that, and for a deleted account. */
  handled_by: Text,
  handled_at: z.nullable(Timestamp),
  /** The last reply to the applicant. */
  answer: Text,
  /** Incremented with every change; sent back as If-Match. */
  version: z.int(),
})

export type StaffApplication = z.infer<typeof StaffApplication>

/** What the applicant receives: no age, address or notes. */
export const ApplicationReceipt = z.pick(StaffApplication, {
  id: true,
  minecraft_username: true,
  position: true,
  status: true,
  submitted_at: true,
  answer: true,
})

export type ApplicationReceipt = z.infer<typeof ApplicationReceipt>

/** Absent notes are unchanged; null and empty text clear them. */
export const ApplicationUpdate = z.object({
  status: z.enum(applicationStatuses, {
    error: sentence(msg`status must be one of ${{ all: applicationStatuses.join(', ') }}`),
  }),
  adminNotes: z.optional(
    z.nullable(
      z
        .string({ error: sentence(msg`Notes must be text`) })
        .check(
          maxLength(adminNotesLimit, sentence(msg`Notes must be ${adminNotesLimit} characters or less`)),
        ),
    ),
  ),
  /** Read by the applicant; empty for none. */
  answer: z.optional(
    z.union([z.literal(''), multiLine({ name: 'Answer', ...textLimits.staffReply })], {
      error: sentence(msg`Answer must be ${{ max: textLimits.staffReply.max }} characters or less`),
    }),
  ),
})

export type ApplicationUpdate = z.infer<typeof ApplicationUpdate>

/**
 * Endpoint for external form services. It is not in the endpoint table because its signature must be verified on the
 * raw body before parsing, and because it exists only where a secret is configured.
 */
export const applicationWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/staff-applications',
  access: 'public',
  summary: 'Deliver an application from an outside form, signed',
  body: ApplicationDelivery,
  status: 201,
  response: z.object({ id: Id }),
})

export const applicationSchemas = {
  list: {
    query: z.extend(pageQuery(applicationsPage.max, applicationsPage.default), {
      ...listFilters,
      status: z._default(ApplicationFilter, 'all'),
    }),
    response: z.object({ applications: z.array(StaffApplication) }),
  },
  one: {
    params: IdParams,
    response: StaffApplication,
  },
  mine: {
    response: z.array(ApplicationReceipt),
  },
  create: {
    body: NewApplication,
    response: ApplicationReceipt,
  },
  update: {
    versioned: true,
    params: IdParams,
    body: ApplicationUpdate,
    response: StaffApplication,
  },
  undo: {
    params: IdParams,
    response: StaffApplication,
  },
  remove: {
    params: IdParams,
  },
}
