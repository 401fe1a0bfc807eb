import type * as z from 'zod/mini'
import type { SettingScope } from '../../../../contract/content/settings.ts'
import type { ContentProblem } from '../problem.ts'

/** Values saved in the browser, by scope. */
export type SavedSettings = ReadonlyMap<SettingScope, unknown>

/** What a setting is in use as, and the file that it would come from. */
export interface SettingState {
  /** With placeholders. */
  readonly value: unknown
  readonly shape: z.ZodMiniType<unknown, unknown>
  /** Whether what was saved in the browser is in use. */
  readonly isSaved: boolean
  /** The file that the operator changed, which decides. */
  readonly lockedBy?: string
  readonly locked?: Readonly<Record<string, string>>
  /** Why what was saved is not in use. */
  readonly problem?: ContentProblem
}
