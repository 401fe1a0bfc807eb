import { msg } from '@lingui/core/macro'
import { TeaserVideo } from '../domains/content/hero/teaser-video.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { useWords } from '../platform/words.ts'
import { JoinButton } from '../ui/join-button.tsx'
import { Words } from '../ui/words.tsx'

export const meta = pageMeta('/experience-demo', msg`Experience`, msg`The teaser video in full size.`)

export default function ExperienceDemo() {
  const words = useWords('experience')
  return (
    <div className="bg-ground-band">
      <div className="mx-auto max-w-[96rem] pb-14 sm:px-5 sm:pt-6 lg:pb-20">
        <div className="mx-auto grid gap-8 lg:w-[min(100%,calc((100svh-17rem)*16/9))]">
          <TeaserVideo className="w-full" picture={words?.picture} />
          <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 px-4 sm:px-0">
            <div>
              <h1 className="font-display text-5xl leading-[0.9] lg:text-7xl">
                <Words text={words?.heading} className="w-60" />
              </h1>
              <p className="mt-4 max-w-prose text-ink-soft text-lg leading-relaxed">
                <Words text={words?.text} />
              </p>
            </div>
            <JoinButton label="JOIN NOW" size="lg" />
          </div>
        </div>
      </div>
    </div>
  )
}
