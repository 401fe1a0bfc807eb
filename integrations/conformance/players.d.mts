export declare const playerId: { name: 'xuid' | 'pfid' }
