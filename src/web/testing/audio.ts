import { vi } from 'vitest'

export interface Tone {
  frequencies: { hertz: number; at: number }[]
  started: number | null
  stopped: number | null
}

/** Stands for the browser's audio: notes what would have been heard. */
export class FakeAudioContext {
  static readonly made: FakeAudioContext[] = []
  readonly tones: Tone[] = []
  readonly destination = {}
  readonly currentTime = 10
  state: 'running' | 'suspended' | 'closed' = 'running'

  constructor() {
    FakeAudioContext.made.push(this)
  }

  createOscillator() {
    const tone: Tone = { frequencies: [], started: null, stopped: null }
    this.tones.push(tone)
    const note = (hertz: number, at: number) => tone.frequencies.push({ hertz, at })
    return {
      frequency: { setValueAtTime: note, exponentialRampToValueAtTime: note },
      connect: <Node>(next: Node) => next,
      start: (at: number) => {
        tone.started = at
      },
      stop: (at: number) => {
        tone.stopped = at
      },
    }
  }

  createGain() {
    return {
      gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
      connect: <Node>(next: Node) => next,
    }
  }

  async suspend() {
    this.state = 'suspended'
  }

  async resume() {
    this.state = 'running'
  }

  async close() {
    this.state = 'closed'
  }
}

export function fakeAudio() {
  FakeAudioContext.made.length = 0
  vi.stubGlobal('AudioContext', FakeAudioContext)
}

/** Everything that was played, in order. */
export const playedTones = () => FakeAudioContext.made.flatMap((context) => context.tones)
