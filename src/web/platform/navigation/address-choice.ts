import { useLocation, useNavigate } from 'react-router'

type Choices<Value extends string> = readonly [usual: Value, ...others: Value[]]

/** Returns the choice in the query of a URL; the first option when it is missing or unknown. */
export function choiceIn<Value extends string>(search: string, name: string, choices: Choices<Value>): Value {
  const said = new URLSearchParams(search).get(name)
  return choices.find((choice) => choice === said) ?? choices[0]
}

/**
 * The filter of a list, as part of the URL: it can be shared, and survives a reload and Back. The first choice has no
 * parameter.
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
