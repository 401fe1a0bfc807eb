import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAddressChoice } from '../../platform/address-choice.ts'
import { api } from '../../platform/api.ts'
import { useEarlyInput } from '../../platform/early-input.ts'
import { useSettled } from '../../platform/use-settled.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuditRow } from './audit-entry.tsx'
import { type AuditKind, auditKinds, auditQuery } from './audit-query.ts'

const labels: Record<AuditKind, string> = {
  every: 'Everything',
  report: 'Bug reports',
  application: 'Applications',
  moderation: 'Moderation',
  member: 'Members',
  event: 'Events',
  practice: 'Practice modes',
  message: 'Messages',
}

export function AuditList() {
  const [kind, setKind] = useAddressChoice('what', auditKinds)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEarlyInput(text, () => input.current?.value, setText)
  const actor = useSettled(text.trim())
  const query = useInfiniteQuery({ ...auditQuery(api, { actor, kind }), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:max-w-2xl">
        <TextField
          ref={input}
          type="search"
          label="Who"
          autoComplete="off"
          maxLength={60}
          placeholder="A part of the name"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label="What"
          options={auditKinds.map((value) => ({ value, label: labels[value] }))}
          value={kind}
          onValueChange={setKind}
        />
      </div>
      <ListStates
        query={query}
        loading="Loading the audit log..."
        failed="Error loading the audit log"
        empty={<EmptyState icon={ScrollText} title="Nothing was done that fits" />}
      >
        {(entries) => (
          <ol className="divide-y divide-line rounded-lg border border-line bg-ground-card">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListStates>
    </div>
  )
}
