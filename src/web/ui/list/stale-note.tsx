import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { useSay } from '../../platform/translation.tsx'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'

export interface Difference {
  readonly label: Text
  /** As it stands now, in words. */
  readonly now: ReactNode
}

export interface StaleNoteProps {
  /** What somebody else changed since the form was opened. */
  readonly differences: readonly Difference[]
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/** Somebody else saved the same record in the meantime: what it says now, and whose words shall stand. */
export function StaleNote({ differences, onTakeTheirs, onKeepMine }: StaleNoteProps) {
  const { t } = useLingui()
  const say = useSay()
  const note = useRef<HTMLDivElement>(null)
  // It comes up in a form that may be longer than the window.
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} tabIndex={-1}>
      <Alert title={t`Somebody else changed this in the meantime`}>
        <dl className="mt-1 grid gap-1">
          {differences.map(({ label: text, now }) => {
            const label = say(text)
            return (
              <div key={label} className="min-w-0 wrap-anywhere">
                <dt className="inline font-semibold text-ink">
                  <Trans>{label}, as it is now:</Trans>
                </dt>{' '}
                <dd className="inline">{now}</dd>
              </div>
            )
          })}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="quiet" size="sm" onClick={onTakeTheirs}>
            <Trans>Take theirs</Trans>
          </Button>
          <Button look="quiet" size="sm" variant="red" onClick={onKeepMine}>
            <Trans>Save mine anyway</Trans>
          </Button>
        </div>
      </Alert>
    </div>
  )
}
