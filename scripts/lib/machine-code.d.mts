export const machineCode: string[]
