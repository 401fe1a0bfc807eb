import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Faq } from '../domains/content/faq/faq.tsx'
import { faqQuery } from '../domains/content/faq/faq-query.ts'
import { StillHaveQuestions } from '../domains/content/faq/still-have-questions.tsx'
import { api } from '../platform/api.ts'
import { JsonLd } from '../platform/json-ld.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import { faqData } from '../platform/structured-data.ts'
import { useWords } from '../platform/words.ts'
import type { Route } from './+types/faq.ts'

export const loader = ({ context }: Route.LoaderArgs) => prefetched(context, (call) => [faqQuery(call)])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`FAQ`,
    description: site.words.faq?.description,
    path: '/faq',
  })
}

export default function FaqPage() {
  const { data } = useQuery(faqQuery(api))
  const words = useWords('faq')
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-8 px-4 py-8 sm:px-5 lg:py-12">
      {data !== undefined && <JsonLd data={faqData(data)} />}
      <div className="grid gap-4">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>Frequently Asked Questions</Trans>
        </h1>
        <Faq />
      </div>
      <StillHaveQuestions text={words?.more} />
    </div>
  )
}
