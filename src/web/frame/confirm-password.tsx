import { type ComponentType, useEffect, useState } from 'react'
import { setAskPassword } from '../platform/api.ts'
import type { PasswordDialogProps } from './password-dialog.tsx'

interface Asked {
  readonly Dialog: ComponentType<PasswordDialogProps>
  readonly answer: (entered: boolean) => void
}

/**
 * Asks for the password where a call is refused with `confirm_password`. The call is then sent again, so that nothing
 * that was done is lost. The dialog is loaded when it is needed: every page of a member has this, and forms are much code.
 */
export function ConfirmPassword({ username }: { username: string }) {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  useEffect(() => {
    setAskPassword(async () => {
      const { PasswordDialog } = await import('./password-dialog.tsx')
      return new Promise((answer) => setAsked((others) => [...others, { Dialog: PasswordDialog, answer }]))
    })
    return () => setAskPassword(undefined)
  }, [])
  const [first] = asked
  if (first === undefined) return null
  return (
    <first.Dialog
      username={username}
      onDone={(entered) => {
        for (const { answer } of asked) answer(entered)
        setAsked([])
      }}
    />
  )
}
