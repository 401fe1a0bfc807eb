export function findMariadb(): { server: string; installer: string } | undefined
export function prepareImport(): boolean
