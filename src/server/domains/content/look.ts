import { type LookChoice, shippedLook } from '../../../contract/content/look.ts'
import { LookContent } from '../../../contract/content/look-schemas.ts'
import type { SettingState } from './settings/state.ts'
import { checkYaml } from './yaml-file.ts'

/** The look in force: what was saved, unless it is not valid any more, which is named. */
export function lookOf(saved: unknown): { readonly look: LookChoice; readonly state: SettingState } {
  const shape = LookContent
  const shipped = { look: shippedLook, state: { shape, value: shippedLook, isSaved: false } }
  if (saved == null) return shipped
  const text = JSON.stringify(saved)
  const checked = checkYaml<LookContent>({ file: 'look', text, schema: shape, placeholders: {} })
  if ('value' in checked) return { look: checked.value, state: { shape, value: saved, isSaved: true } }
  const [problem] = checked.problems
  return { ...shipped, state: { ...shipped.state, ...(problem !== undefined && { problem }) } }
}
