import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'

interface MoveButtonProps {
  readonly direction: 'up' | 'down'
  readonly name: string
  readonly position: number
  /** There is nowhere to go, or another move is under way. */
  readonly idle: boolean
  readonly onMove: () => void
}

/** Moves its row by one. The row takes the focus along, so that it can be moved on. */
export function MoveButton({ direction, name, position, idle, onMove }: MoveButtonProps) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const movedFrom = useRef<number>(undefined)

  // A row that changes its place in the document loses the focus.
  useEffect(() => {
    if (movedFrom.current === undefined || movedFrom.current === position) return
    movedFrom.current = undefined
    button.current?.focus()
  }, [position])

  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <Button
      ref={button}
      look="quiet"
      size="sm"
      aria-label={direction === 'up' ? t`Move ${name} up` : t`Move ${name} down`}
      aria-disabled={idle || undefined}
      onClick={() => {
        if (idle) return
        movedFrom.current = position
        onMove()
      }}
    >
      <Arrow aria-hidden className="size-4" />
    </Button>
  )
}
