import { Trans } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, type ButtonStyle } from './button.tsx'
import { Spinner } from './spinner.tsx'

export interface ExternalLinkButtonProps extends ButtonStyle {
  readonly href: string
  readonly children: ReactNode
  /** Milliseconds from the click to the new tab: 800, or 2000 for the staff application and for joining Discord. */
  readonly delayMs?: number
  readonly className?: string
  readonly onClick?: () => void
}

/** An outside link that first shows that it is connecting. Without scripts, or with a modifier key, a plain link. */
export function ExternalLinkButton({
  href,
  children,
  delayMs = 800,
  onClick,
  ...style
}: ExternalLinkButtonProps) {
  const [connecting, setConnecting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Who left the page in the meantime does not want the tab any more.
  useEffect(() => () => clearTimeout(timer.current), [])

  function connect(event: MouseEvent) {
    onClick?.()
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (connecting) return
    setConnecting(true)
    timer.current = setTimeout(() => {
      setConnecting(false)
      window.open(href, '_blank', 'noopener,noreferrer')
    }, delayMs)
  }

  return (
    <Button asChild {...style}>
      <a href={href} target="_blank" rel="noopener noreferrer" onClick={connect}>
        {connecting ? (
          <>
            <Spinner />
            <Trans>Connecting...</Trans>
          </>
        ) : (
          <>
            {children}
            <ExternalLink aria-hidden className="size-4" />
          </>
        )}
      </a>
    </Button>
  )
}
