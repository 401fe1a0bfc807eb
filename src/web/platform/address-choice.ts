import { useLocation, useNavigate } from 'react-router'

type Choices<Value extends string> = readonly [usual: Value, ...others: Value[]]

/** One of a few, as the query of an address says it; the first where it says nothing, or nothing that is known. */
export function choiceIn<Value extends string>(search: string, name: string, choices: Choices<Value>): Value {
  const said = new URLSearchParams(search).get(name)
  return choices.find((choice) => choice === said) ?? choices[0]
}

/**
 * What a list is narrowed to, kept in the address: it can be sent to a colleague, and a reload or the way back finds
 * it again. The first choice leaves no trace there.
 */
export function useAddressChoice<Value extends string>(name: string, choices: Choices<Value>) {
  const { search } = useLocation()
  const navigate = useNavigate()
  function choose(next: Value) {
    const query = new URLSearchParams(search)
    if (next === choices[0]) query.delete(name)
    else query.set(name, next)
    void navigate({ search: query.toString() }, { preventScrollReset: true })
  }
  return [choiceIn(search, name, choices), choose] as const
}
