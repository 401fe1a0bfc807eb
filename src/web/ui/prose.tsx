import { Trans } from '@lingui/react/macro'
import { useLocale } from '../platform/translation.tsx'

const look = [
  'wrap-anywhere max-w-prose text-ink-soft leading-relaxed',
  '[&_h1]:mb-6 [&_h1]:font-display [&_h1]:text-5xl [&_h1]:text-ink [&_h1]:leading-none sm:[&_h1]:text-6xl',
  '[&_h2]:mt-10 [&_h2]:mb-3 [&_h2]:font-display [&_h2]:text-3xl [&_h2]:text-ink [&_h2]:leading-none',
  '[&_p]:mt-3 [&_ul]:mt-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:ps-5 [&_strong]:text-ink',
  '[&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:ps-5 [&_h3]:mt-6 [&_h3]:font-bold [&_h3]:text-ink',
  '[&_a]:text-ink [&_a]:underline [&_a]:underline-offset-4',
  '[&_blockquote]:mt-3 [&_blockquote]:border-line-strong [&_blockquote]:border-s-2 [&_blockquote]:ps-4',
  '[&_pre]:mt-3 [&_pre]:whitespace-pre-wrap [&_pre]:rounded-md [&_pre]:bg-ground-raised [&_pre]:p-3 [&_hr]:my-8 [&_hr]:border-line',
  // Deeper ones would be wider than a phone.
  '[&_:is(ul,ol,blockquote)_:is(ul,ol,blockquote)_:is(ul,ol,blockquote)_:is(ul,ol,blockquote)]:ps-0',
  '[&_code]:rounded-sm [&_code]:bg-ground-raised [&_code]:px-1 [&_code]:text-ink [&_code]:text-sm',
].join(' ')

/**
 * Text that the server rendered from Markdown. `language`: the text is in this one, and not in that of the page, which
 * is said above it.
 */
export function Prose({ html, language }: { html: string; language?: string | undefined }) {
  const text = (
    <div
      className={look}
      {...(language !== undefined && { lang: language, dir: 'auto' })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes raw HTML and unsafe links of the Markdown.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
  if (language === undefined) return text
  return (
    <>
      <OnlyIn language={language} />
      {text}
    </>
  )
}

/** In the language of the sentence that it is in. */
const LanguageName = ({ tag }: { tag: string }) =>
  new Intl.DisplayNames([useLocale()], { type: 'language' }).of(tag)

function OnlyIn({ language }: { language: string }) {
  const name = <LanguageName tag={language} />
  return (
    <p className="mb-6 max-w-prose rounded-md border border-line bg-ground-raised px-4 py-3 text-ink">
      <Trans comment="name is a language, as in “English”">This text is only available in {name}.</Trans>
    </p>
  )
}
