import { UserX } from 'lucide-react'
import { Link } from 'react-router'
import { deletedPlayerName } from '../../../contract/accounts/accounts.ts'
import { Button } from '../../ui/button.tsx'

/** In place of the profile of somebody who deleted the account. */
export function DeletedPlayer() {
  return (
    <section className="mx-auto mt-8 grid max-w-xl justify-items-center gap-4 rounded-lg border border-line border-t-2 border-t-line-strong bg-ground-card px-6 py-14 text-center">
      <UserX aria-hidden className="size-10 text-ink-faint" />
      <h1 className="font-display text-5xl leading-none">{deletedPlayerName}</h1>
      <p className="text-ink-soft leading-relaxed">
        This account was deleted by its owner. Matches stay in the history of those who played them.
      </p>
      <Button asChild look="quiet" className="mt-2">
        <Link to="/community">Search for a player</Link>
      </Button>
    </section>
  )
}
