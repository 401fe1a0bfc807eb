/** Share image of a cup. */
export const cupImagePath = (id: number) => `/share/cup/${id}.png`
