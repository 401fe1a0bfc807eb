import { Volume2, VolumeX } from 'lucide-react'
import { useSoundMuted } from '../platform/sound.ts'

export function SoundToggle() {
  const [muted, setMuted] = useSoundMuted()
  const Icon = muted ? VolumeX : Volume2
  return (
    <button
      type="button"
      aria-pressed={muted}
      onClick={() => setMuted(!muted)}
      className="inline-flex min-h-9 items-center gap-2 rounded-md px-2 text-ink-soft text-sm hover:bg-ground-raised hover:text-ink"
    >
      <Icon aria-hidden className="size-4" />
      Mute sounds
    </button>
  )
}
