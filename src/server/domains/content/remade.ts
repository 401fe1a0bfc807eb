/** Makes something that depends on a name on first use, and again when the network gets another name. */
export function remade<Made>(make: (name: string) => Made): (name: string) => Made {
  let last: { readonly name: string; readonly made: Made } | undefined
  return (name) => {
    if (last?.name !== name) last = { name, made: make(name) }
    return last.made
  }
}
