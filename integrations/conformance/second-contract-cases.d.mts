import type { AdapterKit } from './adapter-cases.mjs'

export declare const secondContractCases: Readonly<Record<string, (kit: AdapterKit) => Promise<void>>>
