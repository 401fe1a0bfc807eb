import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Download, ScrollText, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../platform/api.ts'
import { useEarlyInput } from '../platform/early-input.ts'
import { useSay } from '../platform/translation.tsx'
import { useDebouncedValue } from '../platform/use-debounced-value.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { AuditRow } from './audit-entry.tsx'
import { auditFilePath, auditFilterIn, auditKindLabels, auditKinds, auditQuery } from './audit-query.ts'
import { subjectWords } from './audit-words.ts'

/** The filters of the URL, and a function that changes some of them. */
function useAuditFilter() {
  const { search } = useLocation()
  const navigate = useNavigate()
  function change(values: Readonly<Record<string, string>>) {
    const query = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') query.delete(name)
      else query.set(name, value)
    }
    void navigate({ search: query.toString() }, { preventScrollReset: true, replace: true })
  }
  return [auditFilterIn(search), change] as const
}

export function AuditList() {
  const { t } = useLingui()
  const say = useSay()
  const [filter, change] = useAuditFilter()
  const { kind, subject, from, to } = filter
  const query = useInfiniteQuery({ ...auditQuery(api, filter), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <ActorField actor={filter.actor} onChange={(who) => change({ who })} />
        <Select
          label={t`What`}
          options={auditKinds.map((value) => ({ value, label: auditKindLabels[value] }))}
          value={kind}
          onValueChange={(what) => change({ what: what === 'every' ? '' : what })}
        />
        <TextField
          type="date"
          label={t`From`}
          value={from}
          max={to || undefined}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          type="date"
          label={t`To`}
          value={to}
          min={from || undefined}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {subject !== null && (
          <Button look="quiet" size="sm" onClick={() => change({ subject: '' })}>
            <Trans>
              Only {{ subject: say(subjectWords(subject.type)) }} {{ id: subject.id }}
            </Trans>
            <X aria-hidden className="size-4" />
            <span className="sr-only">
              <Trans>, show all records</Trans>
            </span>
          </Button>
        )}
        <Button asChild look="quiet" size="sm">
          <a href={auditFilePath(filter)} download>
            <Download aria-hidden className="size-4" />
            <Trans>CSV</Trans>
          </a>
        </Button>
        <p className="text-ink-faint text-xs">
          <Trans>Days are in UTC.</Trans>
        </p>
      </div>
      <ListStates
        query={query}
        loading={t`Loading the audit log...`}
        failed={t`Error loading the audit log`}
        empty={<EmptyState icon={ScrollText} title={t`No entries yet`} />}
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

/** Changes the URL once typing pauses. */
function ActorField({ actor, onChange }: { actor: string; onChange: (actor: string) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(actor)
  useEarlyInput(text, () => input.current?.value, setText)
  const settled = useDebouncedValue(text.trim())
  const shown = useRef(actor)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the address.
  useEffect(() => {
    if (settled === shown.current) return
    shown.current = settled
    onChange(settled)
  }, [settled])
  return (
    <TextField
      ref={input}
      type="search"
      label={t`Who`}
      autoComplete="off"
      maxLength={60}
      placeholder={t`A part of the name`}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
