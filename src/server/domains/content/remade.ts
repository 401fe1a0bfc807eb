import { colourVersion, isDrawnInPlace } from './brand/colours.ts'

/** Makes something that depends on a name or address on first use, and again when that or the colours change. */
export function remade<Made>(make: (name: string) => Made): (name: string) => Made {
  let last: { readonly name: string; readonly version: number; readonly made: Made } | undefined
  return (name) => {
    if (isDrawnInPlace()) return make(name)
    const version = colourVersion()
    if (last?.name !== name || last.version !== version) last = { name, version, made: make(name) }
    return last.made
  }
}
