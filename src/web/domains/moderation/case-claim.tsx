import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { useClaim, useClaimEnd } from './use-claim.ts'

interface CaseClaimProps {
  readonly one: ModerationCase
  readonly viewerId: number | undefined
  /** Said to screen readers behind the word on the button. */
  readonly about: string
}

/** Who works on an open case, and the button to claim it or to give it up. */
export function CaseClaim({ one, viewerId, about }: CaseClaimProps) {
  const { claim, release, busy } = useClaim(one)
  useClaimEnd(one.claim)
  const held = one.claim
  if (held !== null && held.id !== viewerId)
    return (
      <p role="status" className="wrap-anywhere rounded-md bg-ground p-3 text-sm">
        <bdi className="font-bold">{held.username}</bdi> is working on this case until{' '}
        <Time iso={held.until} />.
      </p>
    )
  const mine = held !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p className="text-ink-soft text-sm">
        {mine ? (
          <>
            Yours until <Time iso={held.until} />
          </>
        ) : (
          'Nobody works on this case'
        )}
      </p>
      <Button
        look="quiet"
        size="sm"
        aria-disabled={busy || undefined}
        onClick={() => !busy && (mine ? release : claim).mutate()}
      >
        {mine ? 'Release' : 'Claim'}
        <bdi className="sr-only"> {about}</bdi>
      </Button>
    </div>
  )
}
