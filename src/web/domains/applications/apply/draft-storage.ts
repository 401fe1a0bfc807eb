import * as z from 'zod/mini'
import { readDraft, removeDraft, writeDraft } from '../../../platform/forms/stored-drafts.ts'
import type { Draft } from './draft.ts'
import { type Step, steps } from './steps.ts'

export interface StoredDraft {
  readonly answers: Draft
  readonly step: Step
}

const Kept = z.object({
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  step: z.enum(steps),
})

const name = 'staff-application'

/** The draft in this browser; undefined when there is none that can be read. */
export const readApplicationDraft = (memberId: number): StoredDraft | undefined =>
  Kept.safeParse(readDraft(memberId, name)).data

/** False when the browser refuses: its storage is blocked or full. */
export const writeApplicationDraft = (memberId: number, draft: StoredDraft): boolean =>
  writeDraft(memberId, name, draft)

export const removeApplicationDraft = (memberId: number): void => removeDraft(memberId, name)
