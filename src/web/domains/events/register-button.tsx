import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { entryRefusal } from '../../../contract/events/interest.ts'
import { textOf } from '../../../contract/sentences.ts'
import { useSay } from '../../platform/translation.tsx'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useRegistration } from './use-registration.ts'

export interface RegisterButtonProps {
  readonly event: Event
  /** Id of the event's heading, because all these buttons have the same labels. */
  readonly describedBy: string
  readonly size?: ButtonSize
}

/** JOIN NOW, REMIND ME or UNREGISTER, or why a member of staff may not enter; renders nothing for past events. */
export function RegisterButton({ event, describedBy, size = 'md' }: RegisterButtonProps) {
  const { t } = useLingui()
  const say = useSay()
  const { registered, isPending, toggle } = useRegistration(event)
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
  if (refusal !== null) return <p className="max-w-prose text-ink-soft text-sm">{say(textOf(refusal))}</p>
  return (
    <>
      <Button
        ref={button}
        size={size}
        look={registered ? 'quiet' : 'solid'}
        variant={registered ? 'red' : 'default'}
        disabled={isPending}
        aria-describedby={describedBy}
        onClick={() => {
          pressed.current = true
          toggle()
        }}
      >
        {isPending && <Spinner />}
        {registered ? t`UNREGISTER` : event.status === 'active' ? t`JOIN NOW` : t`REMIND ME`}
      </Button>
      <span role="status" className="sr-only">
        {registered && t`You are registered`}
      </span>
    </>
  )
}
