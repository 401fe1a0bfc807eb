import { Trans } from '@lingui/react/macro'
import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { useViewer } from '../platform/viewer.ts'
import { Button } from './button.tsx'
import { comparePath } from './player-path.ts'

/** Leads a member to the comparison with another player; `isText` where a button is too much. */
export function CompareWithMe({ id, isText = false }: { id: number; isText?: boolean }) {
  const viewer = useViewer()
  if (viewer === null || viewer.id === id) return null
  const to = comparePath(viewer.id, id)
  if (isText) {
    return (
      <Link to={to} className="text-ink-soft text-xs underline underline-offset-4 hover:text-ember-bright">
        <Trans>Compare with me</Trans>
      </Link>
    )
  }
  return (
    <Button asChild look="quiet" size="sm">
      <Link to={to}>
        <Scale aria-hidden className="size-4" />
        <Trans>Compare with me</Trans>
      </Link>
    </Button>
  )
}
