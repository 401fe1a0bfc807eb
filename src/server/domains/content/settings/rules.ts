import { type SettingName, type SettingScope, settingNameOf } from '../../../../contract/content/settings.ts'
import type { Languages } from '../../../platform/languages/languages.ts'
import { type NamedPicture, picturesOf } from '../pictures/pictures.ts'
import type { ContentProblem } from '../problem.ts'
import { addressProblem } from './address.ts'
import { languagesProblem } from './offered.ts'

/** What the server demands of a value beyond its schema. */
interface SettingRules {
  /** Paths of names, which must not hold invisible characters; `*` is every entry of a list. */
  readonly names?: readonly string[]
  /** The uploaded pictures that a value names. */
  readonly pictures?: (value: unknown) => readonly NamedPicture[]
  /** Why a value cannot be saved that its schema may accept. */
  readonly problem?: (
    value: unknown,
    languages: Pick<Languages, 'available'>,
  ) => Promise<ContentProblem | undefined>
}

const rules: { readonly [Name in SettingName]?: SettingRules } = {
  address: { problem: async (value) => addressProblem(value) },
  identity: { names: ['name', 'shortName'] },
  languages: { problem: languagesProblem },
  look: { pictures: picturesOf },
  navigation: { names: ['header.*.label', 'footer.*.label'] },
  page: { names: ['title'] },
}

export const settingRules = (scope: SettingScope): SettingRules => rules[settingNameOf(scope)] ?? {}

export const picturesIn = (scope: SettingScope, value: unknown) => settingRules(scope).pictures?.(value) ?? []
