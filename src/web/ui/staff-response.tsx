import { Trans } from '@lingui/react/macro'
import { fewBlankLines } from './form/few-blank-lines.ts'

/** What staff wrote back, in a row of the member's list. */
export function StaffResponse({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere w-full whitespace-pre-wrap border-line border-s-2 ps-3 text-sm">
      <span className="sr-only">
        <Trans>Answer:</Trans>{' '}
      </span>
      {fewBlankLines(text)}
    </p>
  )
}
