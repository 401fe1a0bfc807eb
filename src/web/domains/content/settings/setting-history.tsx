import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { maxRevisions, type SettingScope } from '../../../../contract/content/settings.ts'
import { api } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { DifferenceList } from './difference-list.tsx'
import { type HistoryWords, settingForm } from './setting-forms.ts'
import { revisionsQuery } from './settings-query.ts'

interface SettingHistoryProps {
  readonly scope: SettingScope
  /** What was in force before the first revision, and after each way back to it. */
  readonly given: unknown
  readonly canUndo: boolean
  readonly busy: boolean
  /** Goes back to a revision; null: to the shipped value. `base`: the newest one that is shown. */
  readonly onUndo: (change: { to: number | null; base: number | null }) => void
}

const shippedWords: HistoryWords = {
  none: msg`back to what was shipped`,
  question: msg`Back to what was shipped?`,
  description: msg`The site shows the shipped text again. Your versions stay in the history.`,
  confirm: msg`Back to shipped`,
  button: msg`Back to what was shipped`,
}

/** The versions of a setting, newest first, each with its changes and a way back to it. */
export function SettingHistory({ scope, given, canUndo, busy, onUndo }: SettingHistoryProps) {
  const { t } = useLingui()
  const query = useQuery(revisionsQuery(api, scope))
  const words = settingForm(scope).created?.words ?? shippedWords
  return (
    <Loaded
      query={query}
      failed={t`The history could not be loaded.`}
      loading={<Skeleton className="h-20" />}
    >
      {(revisions) =>
        revisions.length === 0 ? (
          <p className="text-ink-soft text-sm">
            <Trans>Nobody has changed this in the browser.</Trans>
          </p>
        ) : (
          <>
            <ol className="grid gap-3">
              {revisions.map(({ revision, value, by, at }, position) => (
                <li key={revision} className="rounded-lg border border-line bg-ground-card p-4">
                  <div className="flex flex-wrap items-center justify-between gap-3">
                    <p className="text-sm">
                      <Time iso={at} className="font-semibold" />
                      {by !== null && (
                        <Trans>
                          {' '}
                          by <bdi>{by}</bdi>
                        </Trans>
                      )}
                      {position === 0 && <span className="text-ink-faint"> · {t`newest`}</span>}
                      {value === null && <span className="text-ink-faint"> · {t(words.none)}</span>}
                    </p>
                    {canUndo && position > 0 && value !== null && (
                      <Confirm
                        title={t`Go back to this version?`}
                        description={t`It becomes the newest version. The ones after it stay in this list.`}
                        confirmLabel={t`Go back`}
                        variant="default"
                        trigger={
                          <Button look="quiet" size="sm" aria-disabled={busy || undefined}>
                            <Trans>Go back to this</Trans>
                          </Button>
                        }
                        onConfirm={() => onUndo({ to: revision, base: revisions[0]?.revision ?? null })}
                      />
                    )}
                  </div>
                  {/* The oldest version that is kept has none before it to compare with. */}
                  {value !== null && position + 1 < maxRevisions && (
                    <details className="mt-2 text-sm">
                      <summary className="min-h-6 cursor-pointer font-semibold">
                        <Trans>What changed</Trans>
                      </summary>
                      <div className="mt-3">
                        <DifferenceList
                          before={revisions[position + 1]?.value ?? given}
                          after={value}
                          words={[
                            msg({ message: 'before', context: 'version' }),
                            msg({ message: 'then', context: 'version' }),
                          ]}
                        />
                      </div>
                    </details>
                  )}
                </li>
              ))}
            </ol>
            {canUndo && revisions[0]?.value !== null && (
              <Confirm
                title={t(words.question)}
                description={t(words.description)}
                confirmLabel={t(words.confirm)}
                trigger={
                  <Button look="quiet" size="sm" className="mt-4" aria-disabled={busy || undefined}>
                    {t(words.button)}
                  </Button>
                }
                onConfirm={() => onUndo({ to: null, base: revisions[0]?.revision ?? null })}
              />
            )}
          </>
        )
      }
    </Loaded>
  )
}
