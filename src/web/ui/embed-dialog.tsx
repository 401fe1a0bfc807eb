import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { themeParam } from '../../contract/content/embeds.ts'
import { addressIn } from '../../contract/languages.ts'
import { ownValue } from '../../contract/own-value.ts'
import { useSite } from '../platform/site.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ChoiceBar } from './form/choice-bar.tsx'
import { controlClass } from './form/field.ts'

/** Pixels that a widget needs at a width of 320. */
const heights = { status: 150, player: 190, board: 300, cup: 300 } as const

const themes = [
  ['dark', msg`Dark`],
  ['light', msg`Light`],
] as const

type Theme = (typeof themes)[number][0]

interface EmbedDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  /** As `ShareMenu` names it. */
  readonly shown: string
  readonly title: string
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const inMarkdown = (text: string) => text.replace(/[[\]\\]/g, String.raw`\$&`)

/** What to put into another site to show a widget there, and a badge where there is one, each as it will look. */
export function EmbedDialog({ shown, title, ...state }: EmbedDialogProps) {
  const { t } = useLingui()
  const { publicUrl, language } = useSite()
  const isDefault = language?.offered === undefined || language.offered[0]?.tag === language.tag
  const [theme, setTheme] = useState<Theme>('dark')
  const [what = ''] = shown.split(/[/?]/)
  const height = ownValue(heights, what) ?? heights.board
  const inLanguage = (path: string) => (isDefault ? path : addressIn(language!.tag, path))
  const themed = theme === 'light' ? `${shown}${shown.includes('?') ? '&' : '?'}${themeParam}=light` : shown
  const path = inLanguage(`/embed/${themed}`)
  const badge = what === 'status' || what === 'player' ? inLanguage(`/badge/${shown}.svg`) : undefined
  const code = `<iframe src="${attribute(publicUrl + path)}" width="320" height="${height}" title="${attribute(title)}" style="border: 0; border-radius: 6px" loading="lazy"></iframe>`
  return (
    <Dialog
      title={t`Embed in a site`}
      description={t`It needs no cookies and renews itself every minute.`}
      {...state}
    >
      <div className="grid gap-5">
        <ChoiceBar label={t`Colours`} options={themes} value={theme} onChange={setTheme} />
        <iframe
          src={path}
          title={t`Preview`}
          height={height}
          className="w-full max-w-80 rounded-lg border-0"
        />
        <Code label={t`HTML`} value={code} />
        {badge !== undefined && (
          <>
            <img src={badge} alt={t`Preview of the badge`} className="h-5 w-fit" />
            <Code label={t`Badge, in Markdown`} value={`![${inMarkdown(title)}](${publicUrl}${badge})`} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Code({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-sm">
          {label}
        </label>
        <CopyButton value={value} what={label} />
      </div>
      <textarea
        id={id}
        readOnly
        rows={4}
        value={value}
        onFocus={(event) => event.target.select()}
        className={`${controlClass} resize-none break-all p-3 font-mono`}
      />
    </div>
  )
}
