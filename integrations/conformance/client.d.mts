// Types of client.mjs, for the tests.
export interface SiteClient {
  get(path: string): Promise<unknown>
}
export declare function client(site: { url: string; key: string }): SiteClient
