import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { ownPageQuery } from './own-page-query.ts'

/** The text of a page of the network's own; a draft says that it is one. */
export function OwnPageText({ slug }: { slug: string }) {
  const { t } = useLingui()
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-5 lg:py-12">
      <Loaded
        query={useQuery(ownPageQuery(api, slug))}
        failed={t`The page could not be loaded.`}
        loading={
          <div role="status" className="grid gap-6">
            <span className="sr-only">
              <Trans>Loading...</Trans>
            </span>
            <Skeleton className="h-14" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {(page) =>
          page === null ? (
            <section className="grid justify-items-center gap-4 py-16 text-center">
              <h1 className="font-display text-5xl leading-none">
                <Trans>Page Not Found</Trans>
              </h1>
              <p className="text-ink-soft">
                <Trans>It was removed, or it never existed.</Trans>
              </p>
            </section>
          ) : (
            <article>
              {!page.isPublished && (
                <div className="mb-6">
                  <Alert tone="info" title={t`This is a draft.`}>
                    <Trans>Only admins see it until it is published.</Trans>
                  </Alert>
                </div>
              )}
              <h1 className="wrap-anywhere mb-6 font-display text-5xl leading-none sm:text-6xl">
                <bdi>{page.title}</bdi>
              </h1>
              <Prose html={page.html} language={page.language} />
            </article>
          )
        }
      </Loaded>
    </div>
  )
}
