// Types of adapter-cases.mjs and runner.mjs, for the tests.
import type { FakeSite } from './fake-site.mjs'

export interface AdapterKit {
  readonly site: FakeSite
  /** Makes the adapter report one match. */
  readonly report: () => Promise<void>
}

export declare const adapterCases: Readonly<Record<string, (kit: AdapterKit) => Promise<void>>>
