import { BadgeCheck, Unlink } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useUnlink } from './use-link.tsx'

export function LinkedPlayer({ gamertag }: { gamertag: string }) {
  const unlink = useUnlink()
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2 font-bold">
          <BadgeCheck aria-hidden className="size-5 shrink-0 text-good" />
          <span className="sr-only">Verified:</span>
          <bdi className="wrap-anywhere min-w-0">{gamertag}</bdi>
        </p>
        <CardText className="mt-1.5">Everybody sees this name, and your matches count for you.</CardText>
      </div>
      <Confirm
        title="Unlink this player?"
        description="The player and all their matches become a page of their own again. You can link again with a new code."
        confirmLabel="Unlink"
        onConfirm={() => !unlink.isPending && unlink.mutate()}
        trigger={
          <Button look="quiet" variant="red" aria-disabled={unlink.isPending || undefined}>
            {unlink.isPending ? <Spinner /> : <Unlink aria-hidden className="size-4" />}
            Unlink
          </Button>
        }
      />
    </div>
  )
}
