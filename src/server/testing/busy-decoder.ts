import { readdirSync, readFileSync } from 'node:fs'

/** Decoders of pictures that this process has started. */
function decoders(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2])
        return (
          parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-decoder')
        )
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
}

let isBusy = false

/** Whether overload is what the test is about. */
export const isDecoderBusy = () => isBusy

/** Kills each decoder as its time limit does on a starved machine, until the work is done. */
export async function withBusyDecoder<T>(work: () => Promise<T>): Promise<T> {
  const killing = setInterval(() => {
    for (const pid of decoders()) process.kill(pid, 'SIGKILL')
  }, 1)
  isBusy = true
  try {
    return await work()
  } finally {
    isBusy = false
    clearInterval(killing)
  }
}
