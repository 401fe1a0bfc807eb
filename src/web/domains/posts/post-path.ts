export const postPath = (id: number) => `/posts/${id}`

/** The share image of a post. */
export const postImagePath = (id: number) => `/share/post/${id}.png`
