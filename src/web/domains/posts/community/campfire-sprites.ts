/** The voxels of the campfire scene, drawn by hand: one letter a voxel. */
export const fox = [
  '.........d.d..',
  '.........odo..',
  '.........ooo..',
  '........oohoo.',
  '........ookooc',
  '.......oooccck',
  '.......ooocc..',
  '......oooocc..',
  '....ooooocc...',
  'd..ohooooc....',
  'od.oooooor....',
  'coooooo.or....',
  '.ccoooo.kk....',
] as const

export const foxColours = {
  o: '#ff7d33',
  h: '#ffa266',
  r: '#d9551a',
  d: '#a8430d',
  k: '#3a1a0c',
  c: '#fbeee0',
} as const

export const flame = [
  '.....y.....',
  '.....o.....',
  '...o.oo....',
  '...oooo.o..',
  '..oooyoooo.',
  '..ooyyyooo.',
  '.oooyyyyoo.',
  '.ooyywyyooo',
  '.ooyywwyooo',
  '..oyywwyoo.',
  '...oyyyoo..',
] as const

export const flameColours = { o: '#ff7d33', y: '#ffd24a', w: '#fbeee0' } as const

export const logs = [
  '.bb.......bb.',
  '..bbbb.bbbb..',
  '....abbba....',
  '..bbbaaabbb..',
  '.bbb.....bbb.',
] as const

export const logColours = { b: '#6b3a1c', a: '#3d2010' } as const

export const pine = [
  '.....p.....',
  '.....p.....',
  '....ppp....',
  '....ppp....',
  '...ppppp...',
  '..ppppppp..',
  '...ppppp...',
  '..ppppppp..',
  '.ppppppppp.',
  '..ppppppp..',
  '.ppppppppp.',
  'ppppppppppp',
  '.....p.....',
  '.....p.....',
] as const

export const pineColours = { p: '#1d212e' } as const
