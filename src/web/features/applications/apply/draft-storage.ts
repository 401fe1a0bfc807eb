import * as z from 'zod/mini'
import { memberKey } from '../../../platform/member-storage.ts'
import type { Draft } from './draft.ts'
import { type Step, steps } from './steps.ts'

export interface KeptDraft {
  readonly answers: Draft
  readonly step: Step
}

const Kept = z.object({
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  step: z.enum(steps),
})

/** One per member, so that two people at one computer do not read each other's. */
const keyOf = (memberId: number) => memberKey(memberId, 'staff-application')

/** The draft in this browser; undefined when there is none that can be read. */
export function readDraft(memberId: number): KeptDraft | undefined {
  try {
    return Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(memberId)) ?? 'null')).data
  } catch {
    // Refused by the browser, or not ours: there is no draft, and the form begins empty.
    return undefined
  }
}

/** False when the browser refuses: its storage is blocked or full. */
export function keepDraft(memberId: number, draft: KeptDraft): boolean {
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(memberId: number): void {
  try {
    localStorage.removeItem(keyOf(memberId))
  } catch {
    // What could not be kept need not be forgotten.
  }
}
