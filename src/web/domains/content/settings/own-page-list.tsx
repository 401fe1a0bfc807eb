import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  isPageSlug,
  isReservedSlug,
  ownPageLimits,
  ownPagePath,
} from '../../../../contract/content/own-pages.ts'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { isPageScope, pageScopeOf, slugOfScope } from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

/** Pages of the network's own, and a way to make another. */
export function OwnPageList({ settings }: { settings: readonly Setting[] }) {
  const { t } = useLingui()
  const pages = settings.flatMap((setting) =>
    isPageScope(setting.scope) ? [{ setting, slug: slugOfScope(setting.scope) }] : [],
  )
  return (
    <section aria-label={t`Your own pages`}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-display text-2xl leading-none">
          <Trans>Your own pages</Trans>
        </h2>
        <p className="text-ink-faint text-sm">
          <Trans>
            {{ length: pages.length }} of {{ pages: ownPageLimits.pages }}
          </Trans>
        </p>
      </div>
      {pages.length > 0 && (
        <ul className="mb-4 grid gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card">
          {pages.map(({ setting, slug }) => (
            <PageRow key={slug} setting={setting} slug={slug} />
          ))}
        </ul>
      )}
      {pages.length < ownPageLimits.pages && <NewPage taken={pages.map(({ slug }) => slug)} />}
    </section>
  )
}

function PageRow({ setting, slug }: { setting: Setting; slug: string }) {
  const { t } = useLingui()
  const { title, isPublished } = setting.value as OwnPageContent
  return (
    <li className="bg-ground-card">
      <Link
        to={`/admin/settings/${setting.scope}`}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 -outline-offset-2 hover:bg-ground-raised"
      >
        <span className="min-w-0">
          <bdi className="wrap-anywhere block font-bold text-sm">{title}</bdi>
          <span className="wrap-anywhere text-ink-faint text-xs">{ownPagePath(slug)}</span>
        </span>
        {setting.problem !== undefined ? (
          <Badge tone="bad">
            <Trans>Not in use</Trans>
          </Badge>
        ) : (
          <Badge tone={isPublished ? 'good' : 'quiet'}>{isPublished ? t`Published` : t`Draft`}</Badge>
        )}
      </Link>
    </li>
  )
}

const problemOf = (slug: string, taken: readonly string[]): Message | undefined => {
  if (slug === '') return msg`Enter an address`
  if (!isPageSlug(slug))
    return msg`Small letters a-z, digits and single hyphens between them, ${{ max: ownPageLimits.slug }} at most`
  if (isReservedSlug(slug)) return msg`This address is reserved for a page of the site`
  if (taken.includes(slug)) return msg`There is already a page at this address`
  return undefined
}

function NewPage({ taken }: { taken: readonly string[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  const [error, setError] = useState<Message>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemOf(slug, taken)
    setError(problem)
    if (problem === undefined) void navigate(`/admin/settings/${pageScopeOf(slug)}`)
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-3">
      <TextField
        label={t`Address of a new page`}
        hint={t`It will be at ${{ path: ownPagePath(slug === '' ? '…' : slug) }}`}
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        error={error}
        onChange={({ target }) => setSlug(target.value)}
      />
      <div>
        <Button type="submit" look="quiet" size="sm">
          <Trans>Make a page</Trans>
        </Button>
      </div>
    </form>
  )
}
