import { NewsList } from '../domains/news/news-list.tsx'
import { newsMeta } from '../domains/news/news-meta.ts'
import { newsQuery } from '../domains/news/news-queries.ts'
import { siteOf } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import type { Route } from './+types/news.ts'

export const loader = pageLoader((call) => [newsQuery(call)])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => newsMeta(siteOf(matches))

export default function News() {
  return <NewsList />
}
