import { useQuery } from '@tanstack/react-query'
import { type LegalPage, legalPages } from '../../../../contract/content/legal.ts'
import { api } from '../../../platform/api.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { legalQuery } from './legal-query.ts'

const look = [
  'wrap-anywhere max-w-prose text-ink-soft leading-relaxed',
  '[&_h1]:mb-6 [&_h1]:font-display [&_h1]:text-5xl [&_h1]:text-ink [&_h1]:leading-none sm:[&_h1]:text-6xl',
  '[&_h2]:mt-10 [&_h2]:mb-3 [&_h2]:font-display [&_h2]:text-3xl [&_h2]:text-ink [&_h2]:leading-none',
  '[&_p]:mt-3 [&_ul]:mt-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_strong]:text-ink',
  '[&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_h3]:mt-6 [&_h3]:font-bold [&_h3]:text-ink',
  '[&_a]:text-ember-bright [&_a]:underline [&_a]:underline-offset-4',
  '[&_code]:rounded-sm [&_code]:bg-ground-raised [&_code]:px-1 [&_code]:text-ink [&_code]:text-sm',
].join(' ')

/** A page of the content that is Markdown, with its own title. */
export function LegalText({ page }: { page: LegalPage }) {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-5 lg:py-12">
      <Loaded
        query={useQuery(legalQuery(api, page))}
        failed={`Failed to load the ${legalPages[page]}.`}
        loading={
          <div className="grid max-w-prose gap-6">
            <p role="status" className="sr-only">
              Loading...
            </p>
            <Skeleton className="h-14" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {({ html }) => (
          <article
            className={look}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes raw HTML and unsafe links of the Markdown.
            dangerouslySetInnerHTML={{ __html: html }}
          />
        )}
      </Loaded>
    </div>
  )
}
