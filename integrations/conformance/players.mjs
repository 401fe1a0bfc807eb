// The players of the kit. A Bedrock Dedicated Server knows the PlayFab id of a player and no XUID.

/** The name of the id by which the adapter knows players: `xuid` or `pfid`. */
export const playerId = { name: 'xuid' }

const player = (id) => () => ({ [playerId.name]: id })

export const ann = player('2535400000000001')
export const ben = player('2535400000000002')
export const cleo = player('2535400000000003')
