import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { ownPageLimits } from '../../../../contract/content/own-pages.ts'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { type SettingName, type SettingScope, settingNameOf } from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { LanguageFields } from './language-fields.tsx'
import { LookFields } from './look-fields.tsx'
import { LookNote } from './look-note.tsx'
import { MailCheck } from './mail-check.tsx'
import { MailFields } from './mail-fields.tsx'
import { NavigationFields } from './navigation-fields.tsx'
import { newPage, PageFields } from './page-fields.tsx'
import { PingAddress } from './ping-address.tsx'
import { newTranslation, TranslationFields } from './translation-fields.tsx'
import { type Path, type Shape, withoutPerksOf } from './value.ts'
import type { EditorForm } from './value-editor.tsx'

interface SettingForm {
  /** The fields, where those of the generic form (`ValueEditor`) do not do. */
  readonly Fields?: ComponentType<{ readonly form: EditorForm; readonly shape: Shape; readonly value: never }>
  /** Stands below the fields. */
  readonly Below?: ComponentType<{ readonly value: never; readonly canEdit: boolean }>
  /** Stands after the form, with forms of its own. `saved`: what the form shows; undefined while it has changes. */
  readonly After?: ComponentType<{ readonly saved: Setting | undefined; readonly canChange: boolean }>
  /** Stands above the form, instead of the placeholders. */
  readonly intro?: Message
  /** The value that is left when the entry at a path is about to be removed. */
  readonly withoutEntry?: (value: unknown, path: Path) => unknown
  /** Only for what staff create and delete themselves. */
  readonly created?: {
    readonly begin: (scope: string) => Setting
    /** Whether a value is too incomplete to be shown. */
    readonly isUnfinished: (value: never) => boolean
    /** Queries of the site that show it. */
    readonly queryKey: readonly string[]
    readonly words: HistoryWords & Readonly<Record<'isNew' | 'deleted' | 'deletedHint', Message>>
  }
}

/** How the history names the way back to the shipped value. */
export type HistoryWords = Readonly<
  Record<'none' | 'question' | 'description' | 'confirm' | 'button', Message>
>

/** What settings need beside the generic form. */
const forms: { readonly [Name in SettingName]?: SettingForm } = {
  identity: { Below: PingAddress },
  address: {
    intro: msg`The address in the browsers of visitors. Links in mails, feeds and Discord use it. It is saved when it reaches this site; where you have this page open you can always sign in.`,
  },
  mail: {
    Fields: MailFields,
    After: MailCheck,
    intro: msg`The mail server the site sends through. A change is in use at once.`,
  },
  security: {
    intro: msg`Staff without a second factor cannot use their rank until they set one up in their profile. Set up your own first.`,
  },
  languages: {
    Fields: LanguageFields,
    intro: msg`What visitors can choose. The default is for whoever reads none of them, and for Discord and feeds.`,
  },
  look: {
    Fields: LookFields,
    Below: LookNote,
    intro: msg`Colours, corners and pictures of every page.`,
  },
  navigation: { Fields: NavigationFields },
  shop: { withoutEntry: withoutPerksOf },
  page: {
    Fields: PageFields,
    created: {
      begin: newPage,
      isUnfinished: ({ title, text }: OwnPageContent) => title.trim() === '' || text.trim() === '',
      queryKey: ['own-page'],
      words: {
        isNew: msg`New page`,
        deleted: msg`Page deleted`,
        deletedHint: msg`Its address and history can be used again`,
        none: msg({ message: 'deleted', context: 'page' }),
        question: msg`Delete this page?`,
        description: msg`Its address is then a 404. For ${{ days: ownPageLimits.deletedDays }} days it can be brought back here.`,
        confirm: msg`Delete`,
        button: msg`Delete this page`,
      },
    },
  },
  translation: {
    Fields: TranslationFields,
    intro: msg`What you leave empty is said in the default language. Prices, links and the order are the same in all languages.`,
    created: {
      begin: newTranslation,
      isUnfinished: () => false,
      queryKey: ['words'],
      words: {
        isNew: msg`Nothing written here yet`,
        deleted: msg`Translation removed`,
        deletedHint: msg`Its history is kept`,
        none: msg({ message: 'removed', context: 'translation' }),
        question: msg`Remove this translation?`,
        description: msg`What was written here is shown to nobody. Your versions stay in the history.`,
        confirm: msg`Remove`,
        button: msg`Remove this translation`,
      },
    },
  },
}

export const settingForm = (scope: SettingScope): SettingForm => forms[settingNameOf(scope)] ?? {}
