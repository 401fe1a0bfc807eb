import type { GuidelinesContent } from '../../../../contract/content/content-schemas.ts'

/** Numbered, so that people can point at one. */
export function GuidelineList({ guidelines }: GuidelinesContent) {
  return (
    <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {guidelines.map(({ title, text }, index) => (
        <li key={title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-line border-t pt-4">
          <span aria-hidden className="font-display text-3xl text-ember leading-none">
            {index + 1}
          </span>
          <div>
            <h3 className="font-bold">{title}</h3>
            <p className="mt-1 text-ink-soft text-sm leading-relaxed">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
