import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Faq } from '../domains/content/faq/faq.tsx'
import { faqQuery } from '../domains/content/faq/faq-query.ts'
import { StillHaveQuestions } from '../domains/content/faq/still-have-questions.tsx'
import { api } from '../platform/api.ts'
import { JsonLd } from '../platform/navigation/json-ld.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { faqData } from '../platform/navigation/structured-data.ts'
import { useWords } from '../platform/words.ts'

export const loader = pageLoader((call) => [faqQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/faq', msg`FAQ`, ({ words }) => words.faq?.description)

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
