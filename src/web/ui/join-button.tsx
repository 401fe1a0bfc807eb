import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { addServerLink } from '../../contract/content/site.ts'
import { checkLaunch } from '../platform/launch.ts'
import { useServerOnline } from '../platform/live/server-online.ts'
import { useSite } from '../platform/site.tsx'
import { Button, type ButtonStyle } from './button.tsx'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'

const labels = {
  JOIN: msg`JOIN`,
  'JOIN NOW': msg`JOIN NOW`,
  'JOIN SERVER': msg`JOIN SERVER`,
  'PLAY NOW': msg`PLAY NOW`,
  PRACTICE: msg({ message: 'PRACTICE', comment: 'Verb, on a button' }),
}

export interface JoinButtonProps extends Omit<ButtonStyle, 'sound'> {
  readonly label: keyof typeof labels
  readonly className?: string
  /** As wide as its place on phones. */
  readonly fullOnPhones?: boolean
  /** Where many stand together, only screen readers hear at each that the server is offline. */
  readonly noteHidden?: boolean
}

const launchingMs = 3_000

/**
 * Adds the server to the visitor's game: a real link, so it works without scripts and can be copied. While the server is
 * offline it still does, but it is not what the page asks for, and says why.
 */
export function JoinButton(props: JoinButtonProps) {
  const { t } = useLingui()
  const { label, className, fullOnPhones = false, noteHidden = false, look = 'solid', ...style } = props
  const site = useSite()
  const isOffline = useServerOnline() === false
  const noteId = useId()
  const [launching, setLaunching] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function launch({ currentTarget }: MouseEvent<HTMLElement>) {
    setLaunching(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLaunching(false), launchingMs)
    checkLaunch({
      link: currentTarget,
      copyAddress: <CopyButton value={site.gameHost} what={t`server address`} label={t`Copy address`} />,
    })
  }

  const full = fullOnPhones && 'max-sm:w-full'
  const button = (
    <Button
      asChild
      sound="warp"
      look={isOffline ? 'quiet' : look}
      className={classes(className, full)}
      {...style}
    >
      <a href={addServerLink(site)} onClick={launch} aria-describedby={isOffline ? noteId : undefined}>
        {launching ? t`LAUNCHING...` : t(labels[label])}
      </a>
    </Button>
  )
  if (!isOffline) return button
  return (
    <span className={classes('inline-grid gap-1.5', full)}>
      {button}
      <span id={noteId} className={noteHidden ? 'sr-only' : 'text-center text-ink-soft text-xs'}>
        <Trans>The server is offline</Trans>
      </span>
    </span>
  )
}
