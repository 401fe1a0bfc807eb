import { useWords } from '../../../platform/words.ts'
import { Words } from '../../../ui/words.tsx'

/** The server's status in a word; the header shows it in full. */
export function HeroStatus({ online, players }: { online: boolean; players: number }) {
  const words = useWords('home')?.status
  return (
    <p className="mb-4 inline-flex items-center gap-2.5 rounded-sm border border-line bg-ground/80 px-3 py-1.5 font-semibold text-ink text-sm tabular-nums lg:mb-8">
      <span aria-hidden className={`size-2.5 ${online ? 'animate-pulse bg-good' : 'bg-line-strong'}`} />
      <Words
        text={words && (online ? (players > 0 ? `${players} ${words.playing}` : words.empty) : words.offline)}
        className="w-32"
      />
    </p>
  )
}
