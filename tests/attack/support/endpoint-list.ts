import type { AnyEndpoint, EndpointTable } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'

export interface Listed {
  readonly endpoint: AnyEndpoint
  /** Its address or its second one. */
  readonly path: string
  readonly name: string
}

/** Every address of the table, out of the code: a new endpoint is attacked without anybody adding it here. */
export const listed: readonly Listed[] = Object.values(endpoints as Record<string, EndpointTable>)
  .flatMap((table) => Object.values(table))
  .flatMap((endpoint) =>
    [endpoint.path, endpoint.aliasPath]
      .filter((path) => path !== undefined)
      .map((path) => ({ endpoint, path, name: `${endpoint.method} ${path}` })),
  )

/** What a browser can be made to send in somebody's name. */
export const changing = listed.filter(
  ({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'game-server',
)
