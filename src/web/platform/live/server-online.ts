import { createContext, useContext } from 'react'

/** Whether the game server is online; undefined while unknown. The page provides it, because platform code does not import features. */
export const ServerOnline = createContext<boolean | undefined>(undefined)

export const useServerOnline = () => useContext(ServerOnline)
