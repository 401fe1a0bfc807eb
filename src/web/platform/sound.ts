import { storedFlag } from './stored-flag.ts'

export type SoundName = 'click' | 'warp' | 'none'

const storageKey = 'sound-muted'
const volume = 0.08

let audio: AudioContext | null = null

/** Browsers allow sound only after a gesture, so none is made earlier. */
function onGesture() {
  audio ??= new AudioContext()
  if (audio.state === 'suspended' && !document.hidden) void audio.resume()
}

function onVisibility() {
  if (audio === null) return
  void (document.hidden ? audio.suspend() : audio.resume())
}

/** Enables audio on the first click or touch, and silences it while the tab is hidden. Returns a function that stops. */
export function listenForSound() {
  // Capturing, so that the very click that makes the first sound finds audio ready. A touch counts when the finger
  // lifts: only then do browsers see a gesture in it.
  const gestures = ['click', 'touchend'] as const
  for (const gesture of gestures) document.addEventListener(gesture, onGesture, { capture: true })
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    for (const gesture of gestures) document.removeEventListener(gesture, onGesture, { capture: true })
    document.removeEventListener('visibilitychange', onVisibility)
    void audio?.close()
    audio = null
  }
}

const shapes: Record<Exclude<SoundName, 'none'>, (pitch: AudioParam, now: number) => number> = {
  click(pitch, now) {
    pitch.setValueAtTime(800, now)
    return 0.1
  },
  warp(pitch, now) {
    pitch.setValueAtTime(200, now)
    pitch.exponentialRampToValueAtTime(1500, now + 0.3)
    return 0.3
  },
}

export function playSound(name: SoundName) {
  if (name === 'none' || audio === null || muted.get()) return
  const now = audio.currentTime
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  const seconds = shapes[name](tone.frequency, now)
  loudness.gain.setValueAtTime(volume, now)
  loudness.gain.exponentialRampToValueAtTime(0.001, now + seconds)
  tone.connect(loudness).connect(audio.destination)
  tone.start(now)
  tone.stop(now + seconds)
}

const muted = storedFlag(storageKey, false)

/** Whether the visitor silenced the site, and a function that changes it. Stored in this browser. */
export const useSoundMuted = (): readonly [boolean, (next: boolean) => void] => [muted.useFlag(), muted.set]
