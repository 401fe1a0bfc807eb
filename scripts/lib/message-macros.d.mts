import type { Plugin } from 'vite'

/** A text of the program, as it is in the source. */
export interface SourceMessage {
  readonly id: string
  readonly message: string
  readonly context: string | undefined
  readonly comment: string | undefined
  readonly line: number | undefined
}

export function withoutMacros(
  code: string,
  file: string,
  options?: { readonly found?: (message: SourceMessage) => void; readonly sourceMaps?: boolean },
): Promise<{ code: string; map: object } | null>

export function messageMacros(): Plugin

export function pageTexts(): Plugin
