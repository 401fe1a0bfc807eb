import type * as z from 'zod/mini'
import type { FixedScope } from '../../../../contract/content/settings.ts'
import { textOf } from '../../../../contract/sentences.ts'
import type { Config, VariableName } from '../../../config.ts'
import { fieldProblem } from '../problem.ts'
import { type SettingState, settingState } from './state.ts'

interface ConfigSetting<Value extends object> {
  readonly scope: FixedScope
  readonly schema: z.ZodMiniType<Value>
  /** The variable that decides about each key. */
  readonly variables: Readonly<Record<keyof Value & string, VariableName>>
  /** What the process started with. */
  readonly given: Value
}

/** A setting whose keys variables decide about, each for itself. */
export function configSetting<Value extends object>(
  { scope, schema, variables, given }: ConfigSetting<Value>,
  { given: set }: Pick<Config, 'given'>,
  saved: unknown,
): { readonly value: Value; readonly state: SettingState } {
  const keys = Object.keys(variables) as (keyof Value & string)[]
  const locked = keys.filter((key) => set.has(variables[key]))
  const parts = Object.fromEntries(locked.map((key) => [key, variables[key]]))
  const { data, error } = schema.safeParse(saved)
  const value = data && { ...data, ...Object.fromEntries(locked.map((key) => [key, given[key]])) }
  const [issue] = saved == null ? [] : (error?.issues ?? [])
  const field = issue?.path.join('.') ?? ''
  const problem = issue && {
    file: scope,
    line: undefined,
    field,
    ...fieldProblem(field, textOf(issue.message)),
  }
  return {
    value: value ?? given,
    state: settingState({ given, lock: { by: 'variable', parts }, saved: value, problem }),
  }
}
