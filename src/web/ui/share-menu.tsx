import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Ellipsis, Link2, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTakenOver } from '../platform/hydrated.ts'
import { useSite } from '../platform/site.tsx'
import { useCopied } from '../platform/use-copied.ts'
import { useFetched } from '../platform/use-fetched.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx'

interface Shared {
  readonly url: string
  /** The name of what is shared, where the system shows one. */
  readonly title: string
}

interface ShareButtonProps extends Shared {
  readonly describedBy?: string
}

const isPhone = () => typeof navigator.share === 'function' && navigator.maxTouchPoints > 0

/** Hands a page on: by the share sheet of a phone, elsewhere by a link on the clipboard. */
function useShare({ url, title }: Shared) {
  const { t } = useLingui()
  const { copied, copy } = useCopied(url)
  // Only the browser knows whether its system can share.
  const canShare = useTakenOver(isPhone, false)
  return {
    copied,
    Icon: canShare ? Share2 : Link2,
    label: canShare ? t`Share` : t`Copy link`,
    // Closing the share sheet is a choice, not a failure.
    share: canShare ? () => void navigator.share({ title, url }).catch(() => undefined) : copy,
  }
}

export function ShareButton({ describedBy, ...page }: ShareButtonProps) {
  const { t } = useLingui()
  const { copied, Icon, label, share } = useShare(page)
  const what = t`link`
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        aria-describedby={describedBy}
        onClick={share}
        // As wide as its longest words, so that nothing beside it moves.
        className="min-w-27 noscript:hidden"
      >
        {copied ? <Check aria-hidden className="size-4" /> : <Icon aria-hidden className="size-4" />}
        {copied ? t`Copied` : label}
      </Button>
      <Copied what={copied && what} />
    </>
  )
}

/** Says to screen readers what was copied. */
function Copied({ what }: { what: string | false }) {
  const { t } = useLingui()
  return (
    <span role="status" className="sr-only">
      {what !== false && t`Copied ${what}`}
    </span>
  )
}

interface MoreMenuProps {
  readonly label: string
  readonly describedBy?: string | undefined
  readonly size?: 'sm' | 'icon'
  /** What it copied last; false after a moment. */
  readonly copied: string | false
  readonly children: ReactNode
}

/** The button of a menu beside a main action. */
function MoreMenu({ label, describedBy, size = 'sm', copied, children }: MoreMenuProps) {
  const Icon = copied === false ? Ellipsis : Check
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            look="quiet"
            size={size}
            aria-describedby={describedBy}
            className={classes('noscript:hidden', size === 'sm' && 'w-9 px-0')}
          >
            <Icon aria-hidden className="size-4" />
            <span className="sr-only">{label}</span>
          </Button>
        }
      >
        {children}
      </DropdownMenu>
      <Copied what={copied} />
    </>
  )
}

/** A menu with what may be done besides, and to share a page. */
export function ActionMenu({
  describedBy,
  children,
  ...page
}: ShareButtonProps & { readonly children: ReactNode }) {
  const { t } = useLingui()
  const { copied, Icon, label, share } = useShare(page)
  return (
    <MoreMenu label={t`More`} size="icon" describedBy={describedBy} copied={copied && t`link`}>
      {children}
      <MenuItem onSelect={() => void share()}>
        <Icon aria-hidden className="size-4" />
        {label}
      </MenuItem>
    </MoreMenu>
  )
}

interface ShareMenuProps extends ShareButtonProps {
  /** What of the page is shown elsewhere, below `/overlay/` and `/embed/`: `player/5`, `board/sumo?by=points`. */
  readonly shown: string
}

const fetchEmbedDialog = async () => (await import('./embed-dialog.tsx')).EmbedDialog

/** Shares a page, and in a menu what of it can be shown elsewhere: on a stream, or on another site. */
export function ShareMenu({ shown, ...page }: ShareMenuProps) {
  const { t } = useLingui()
  const { publicUrl } = useSite()
  const { copied, copy } = useCopied(`${publicUrl}/overlay/${shown}`)
  const [isEmbedding, setEmbedding] = useState(false)
  const EmbedDialog = useFetched(fetchEmbedDialog, { wanted: isEmbedding })
  return (
    <div className="flex items-center gap-2">
      <ShareButton {...page} />
      <MoreMenu label={t`Share or embed`} copied={copied && t`stream overlay`}>
        <MenuItem onSelect={() => setEmbedding(true)}>
          <Trans>Embed in a site…</Trans>
        </MenuItem>
        <MenuItem onSelect={() => void copy()}>
          <Trans>Copy stream overlay</Trans>
        </MenuItem>
      </MoreMenu>
      {EmbedDialog && (
        <EmbedDialog shown={shown} title={page.title} open={isEmbedding} onOpenChange={setEmbedding} />
      )}
    </div>
  )
}
