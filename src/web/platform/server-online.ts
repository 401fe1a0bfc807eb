import { createContext, useContext } from 'react'

/** Whether the game server is online; undefined while nobody knows. The page brings it, since the status is a feature. */
export const ServerOnline = createContext<boolean | undefined>(undefined)

export const useServerOnline = () => useContext(ServerOnline)
