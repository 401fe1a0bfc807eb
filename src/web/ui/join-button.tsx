import { useEffect, useRef, useState } from 'react'
import { addServerLink } from '../../contract/site.ts'
import { checkLaunch } from '../platform/launch.ts'
import { useSite } from '../platform/site.tsx'
import { Button, type ButtonStyle } from './button.tsx'

export interface JoinButtonProps extends Omit<ButtonStyle, 'sound'> {
  readonly label: 'JOIN NOW' | 'JOIN SERVER' | 'PLAY NOW' | 'PRACTICE'
  readonly className?: string
}

const launchingMs = 3_000

/** Adds the server to the visitor's game: a real link, so it works without scripts and can be copied. */
export function JoinButton({ label, ...style }: JoinButtonProps) {
  const site = useSite()
  const [launching, setLaunching] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function launch() {
    setLaunching(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLaunching(false), launchingMs)
    checkLaunch()
  }

  return (
    <Button asChild sound="warp" {...style}>
      <a href={addServerLink(site)} onClick={launch}>
        {launching ? 'LAUNCHING...' : label}
      </a>
    </Button>
  )
}
