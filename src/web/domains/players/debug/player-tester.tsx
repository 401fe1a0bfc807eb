import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { parseId } from '../../../../contract/ids.ts'
import { useEarlyInput } from '../../../platform/early-input.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { RawPlayer } from './raw-response.tsx'

const quick = [11, 9] as const

/** Asks the player API for any id and shows what it says. */
export function PlayerTester() {
  const { t } = useLingui()

  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(String(quick[0]))
  useEarlyInput(text, () => input.current?.value, setText)
  const [requests, setAsked] = useState<{ id: number; time: number } | null>(null)
  const [bad, setBad] = useState(false)

  function ask(idText: string) {
    const id = parseId(idText.trim())
    setBad(id === null)
    setAsked((last) => (id === null ? null : { id, time: (last?.time ?? 0) + 1 }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    ask(text)
  }

  return (
    <div className="grid gap-6">
      <Card className="max-w-xl">
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            ref={input}
            label={t`Player ID`}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={bad ? t`Please enter a valid player ID.` : undefined}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">
              <Trans>Test</Trans>
            </Button>
            {quick.map((id) => (
              <Button
                key={id}
                look="quiet"
                onClick={() => {
                  setText(String(id))
                  ask(String(id))
                }}
              >
                <Trans>Player {id}</Trans>
              </Button>
            ))}
          </div>
          <p role="status" className="sr-only">
            {bad && t`Please enter a valid player ID.`}
          </p>
        </form>
      </Card>
      {/* Asking for the same player again is a call again. */}
      {requests !== null && <RawPlayer key={`${requests.id} ${requests.time}`} id={requests.id} />}
    </div>
  )
}
