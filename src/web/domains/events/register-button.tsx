import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { leaveCost, registrationMove } from '../../../contract/cups/cup-moves.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { entryRefusal } from '../../../contract/events/interest.ts'
import { useSay } from '../../platform/translation.tsx'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useRegistration } from './use-registration.ts'

export interface RegisterButtonProps {
  readonly event: Event
  /** Id of the event's heading, because all these buttons have the same labels. */
  readonly describedBy: string
  readonly size?: ButtonSize
}

/**
 * JOIN NOW, REMIND ME or UNREGISTER, which asks where it costs something. Or why a member of staff may not enter. Renders
 * nothing for past events, and where the cup goes on without others.
 */
export function RegisterButton({ event, describedBy, size = 'md' }: RegisterButtonProps) {
  const { t } = useLingui()
  const say = useSay()
  const { registered, isPending, toggle } = useRegistration(event)
  const { cup } = event
  const move = cup ? registrationMove(cup) : registered ? 'unregister' : 'register'
  const cost = cup && registered ? leaveCost(cup) : null
  const button = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)

  // A button that is disabled loses the focus. Keyboard users continue from here.
  useEffect(() => {
    if (isPending || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [isPending])

  if (event.status === 'past') return null
  const refusal = event.interest && !registered ? entryRefusal(event.interest) : null
  if (refusal !== null) return <p className="max-w-prose text-ink-soft text-sm">{say(refusal)}</p>
  if (move === null) return null
  const press = () => {
    pressed.current = true
    toggle()
  }
  const pressable = (
    <Button
      ref={button}
      size={size}
      look={registered ? 'quiet' : 'solid'}
      variant={registered ? 'red' : 'default'}
      disabled={isPending}
      aria-describedby={describedBy}
      {...(cost === null && { onClick: press })}
    >
      {isPending && <Spinner />}
      {registered ? t`UNREGISTER` : event.status === 'active' ? t`JOIN NOW` : t`REMIND ME`}
    </Button>
  )
  return (
    <>
      {cost === null ? (
        pressable
      ) : (
        <Confirm
          title={t`Unregister?`}
          description={say(cost)}
          confirmLabel={t`Unregister`}
          onConfirm={press}
          trigger={pressable}
        />
      )}
      <span role="status" className="sr-only">
        {registered && t`You are registered`}
      </span>
    </>
  )
}
