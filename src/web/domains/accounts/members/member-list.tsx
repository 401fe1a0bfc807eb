import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { rankLabel } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { useEarlyInput } from '../../../platform/early-input.ts'
import { useAddressChoice } from '../../../platform/navigation/address-choice.ts'
import { useSite } from '../../../platform/site.tsx'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { MemberRow } from './member-row.tsx'
import { anyRank, membersQuery, rankChoices } from './members-query.ts'

/** Everybody who can sign in, found by a part of the name and by rank. `actions` come from other features. */
export function MemberList({ actions }: { actions: (member: Member) => ReactNode }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEarlyInput(text, () => input.current?.value, setText)
  const search = useDebouncedValue(text.trim())
  const site = useSite()
  const [rank, setRank] = useAddressChoice('rank', rankChoices())
  const query = useInfiniteQuery({
    ...membersQuery(api, { search, rank }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid gap-4">
      <div className="grid max-w-2xl gap-3 sm:grid-cols-2">
        <TextField
          ref={input}
          type="search"
          label={t`Find a member`}
          autoComplete="off"
          maxLength={64}
          placeholder={t`A part of the name`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label={t`Rank`}
          options={rankChoices().map((value) => ({
            value,
            label: value === anyRank ? t`Any rank` : rankLabel(value, site),
          }))}
          value={rank}
          onValueChange={setRank}
        />
      </div>
      <ListStates
        query={query}
        loading={t`Loading members...`}
        failed={t`Error loading members`}
        empty={
          <EmptyState
            icon={Users}
            title={
              search === '' ? (
                t`No member has this rank`
              ) : rank === anyRank ? (
                <Trans>
                  No member is called "<bdi>{search}</bdi>"
                </Trans>
              ) : (
                <Trans>
                  No member of this rank is called "<bdi>{search}</bdi>"
                </Trans>
              )
            }
          />
        }
      >
        {(members) => (
          <ul className="grid divide-y divide-line rounded-lg border border-line bg-ground-card md:grid-cols-[auto_minmax(9rem,1fr)_7.5rem_auto]">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} actions={actions(member)} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}
