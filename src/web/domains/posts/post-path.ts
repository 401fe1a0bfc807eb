export const postPath = (id: number) => `/posts/${id}`
