import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { statusWords } from '../words.ts'
import { statusTone } from './status-look.ts'

interface TheirChangeProps {
  readonly theirs: StaffApplication
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** What a colleague made of the same application meanwhile, and whose change is to stay. */
export function TheirChange({ theirs, onTake, onKeep }: TheirChangeProps) {
  return (
    <Alert tone="info" title="Somebody else changed this application in the meantime">
      <div className="mt-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-2">
          It is now <Badge tone={statusTone[theirs.status]}>{statusWords[theirs.status]}</Badge>
          {theirs.admin_notes === null ? 'without notes.' : 'with these notes:'}
        </p>
        {theirs.admin_notes !== null && (
          <blockquote className="whitespace-pre-wrap border-line-strong border-l-2 pl-3 text-ink [overflow-wrap:anywhere]">
            {theirs.admin_notes}
          </blockquote>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" look="quiet" onClick={onTake}>
            Take Theirs
          </Button>
          <Button size="sm" look="quiet" onClick={onKeep}>
            Keep Mine
          </Button>
        </div>
      </div>
    </Alert>
  )
}
