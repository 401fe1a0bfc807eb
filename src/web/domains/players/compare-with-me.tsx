import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { comparePath } from '../../ui/player-path.ts'

/** Leads a member to the comparison with another player. */
export function CompareWithMe({ id }: { id: number }) {
  const viewer = useViewer()
  if (viewer === null || viewer.id === id) return null
  return (
    <Button asChild look="quiet" size="sm">
      <Link to={comparePath(viewer.id, id)}>
        <Scale aria-hidden className="size-4" />
        Compare with me
      </Link>
    </Button>
  )
}
