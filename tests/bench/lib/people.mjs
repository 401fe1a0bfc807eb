/** Signs a new member up and returns the Cookie header of their session. @param {string} url @param {string} name */
export async function signUp(url, name) {
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: 'benchmark password' }),
  })
  if (response.status !== 201)
    throw new Error(`registering answered ${response.status}: ${await response.text()}`)
  return response.headers.getSetCookie()[0].split(';')[0]
}

/** The first of the overall board. @param {string} url */
export async function somePlayer(url) {
  const { entries } = await (await fetch(`${url}/api/leaderboard?limit=1`)).json()
  return entries[0].user.id
}
