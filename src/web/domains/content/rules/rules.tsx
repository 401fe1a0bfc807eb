import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Penalties } from './penalties.tsx'
import { RuleSections } from './rule-sections.tsx'
import { RulesLoading } from './rules-loading.tsx'
import { rulesQuery } from './rules-query.ts'

/** All rules by section, and what happens to those who break them. */
export function Rules() {
  return (
    <Loaded query={useQuery(rulesQuery(api))} loading={<RulesLoading />} failed="Failed to load the rules.">
      {(rules) => (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <div className="grid min-w-0 gap-5">
            <p className="max-w-prose text-ink-soft leading-relaxed">{rules.intro}</p>
            <RuleSections sections={rules.sections} />
          </div>
          <Penalties {...rules.penalties} />
        </div>
      )}
    </Loaded>
  )
}
