import { useEffect, useRef } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkedPlayer } from './linked-player.tsx'

/** Joins the account with the player in game, or parts them. */
export function LinkCard({ member }: { member: OwnUser }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { gamertag } = member
  const shown = useRef(gamertag)
  useEffect(() => {
    if (shown.current === gamertag) return
    shown.current = gamertag
    // What had the focus is gone; the confirmation that closes gives the focus back to it first, and in vain.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [gamertag])
  return (
    <Card id="link">
      <CardTitle ref={heading} tabIndex={-1} className="mb-4">
        In-game player
      </CardTitle>
      {gamertag === null ? <LinkForm /> : <LinkedPlayer gamertag={gamertag} />}
    </Card>
  )
}
