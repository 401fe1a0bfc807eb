// Types of client.mjs, for the tests.
export interface SiteClient {
  voidAll(): Promise<number>
  get(path: string): Promise<unknown>
}
export declare function client(site: { url: string; key: string }): SiteClient
