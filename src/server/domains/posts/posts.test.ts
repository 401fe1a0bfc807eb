import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { imageSizeMessage, imageTypeMessage } from '../../../contract/posts/posts.ts'
import { sayInEnglish } from '../../platform/languages/say.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'

let site: TestApp
let author: TestBrowser & { user: { id: number } }
let reader: TestBrowser & { user: { id: number } }

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  author = await site.member('Author')
  reader = await site.member('Reader')
})
afterAll(() => site.close())

const countOf = async (table: 'posts' | 'media' | 'post_likes' | 'moderation_reports') => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(
    site.database.sql,
  )
  return rows[0]?.n
}

const newPost = async (content = 'A post', browser: TestBrowser = author) => {
  const response = await browser.post('/api/posts', { content })
  expect(response.status).toBe(201)
  return response.json
}

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#f76b15' } })

describe('editing', () => {
  const edit = (browser: TestBrowser, id: number, content: unknown) =>
    browser.patch(`/api/posts/${id}`, { content })
  const textsOf = async (id: number) => {
    const { rows } = await sql<{ content: string }>`
      SELECT content FROM post_edits WHERE post_id = ${id} UNION ALL SELECT content FROM posts WHERE id = ${id}
    `.execute(site.database.sql)
    return rows.map(({ content }) => content)
  }

  test('[social.17] nobody else edits a post, nor its author after 15 minutes or while restricted; the text stays', async () => {
    const post = await newPost('As it was')
    expect((await edit(site.browser(), post.id, 'x')).status).toBe(401)
    expect((await edit(reader, post.id, 'x')).status).toBe(403)
    expect((await edit(author, 2_000_000_000, 'x')).status).toBe(404)
    for (const content of ['', ' ', 'x'.repeat(501), undefined, 7])
      expect((await edit(author, post.id, content)).status).toBe(400)
    await sql`UPDATE posts SET created_at = now() - interval '15 minutes' WHERE id = ${post.id}`.execute(
      site.database.sql,
    )
    expect((await edit(author, post.id, 'x')).status).toBe(403)
    const restricted = await site.member('Restricted')
    const theirs = await newPost('As it was', restricted)
    await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam')`.execute(
      site.database.sql,
    )
    expect((await edit(restricted, theirs.id, 'x')).status).toBe(403)
    for (const id of [post.id, theirs.id]) expect(await textsOf(id)).toEqual(['As it was'])
  })

  test('[social.17] the author edits a new post: it is marked, and moderators keep the earlier text', async () => {
    const post = await newPost('First')
    expect(post.editedAt).toBeUndefined()
    expect((await edit(author, post.id, 'First')).json.editedAt).toBeUndefined()
    const second = await edit(author, post.id, 'Second')
    expect([second.status, second.json.content]).toEqual([200, 'Second'])
    expect(Date.parse(second.json.editedAt)).toBeGreaterThan(Date.parse(post.createdAt))
    await edit(author, post.id, 'Third')
    expect(await textsOf(post.id)).toEqual(['First', 'Second', 'Third'])
    expect((await site.browser().get(`/api/posts/${post.id}`)).json).toMatchObject({ content: 'Third' })
    await reader.post(`/api/posts/${post.id}/reports`, { reason: 'It said something else' })
    const moderator = await site.member('EditModerator')
    await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${moderator.user.id}`.execute(site.database.sql)
    const cases = (await moderator.get('/api/admin/moderation')).json
    expect(cases.find((one: { subjectId: number }) => one.subjectId === post.id)).toMatchObject({
      excerpt: 'Third',
      earlierTexts: ['First', 'Second'],
    })
    await author.delete(`/api/posts/${post.id}`)
    expect(await textsOf(post.id)).toEqual([])
    expect((await site.browser().get(`/api/posts/${post.id}`)).status).toBe(404)
  })
})

describe('who may not', () => {
  test('[social.39] POST /api/posts, POST …/reactions, DELETE and POST …/reports without session answer 401', async () => {
    const post = await newPost()
    const visitor = site.browser()
    const before = [await countOf('posts'), await countOf('post_likes'), await countOf('moderation_reports')]
    expect((await visitor.post('/api/posts', { content: 'x' })).status).toBe(401)
    expect((await visitor.post(`/api/posts/${post.id}/reactions`, { type: 'like' })).status).toBe(401)
    expect((await visitor.delete(`/api/posts/${post.id}`)).status).toBe(401)
    expect((await visitor.post(`/api/posts/${post.id}/reports`, { reason: 'x' })).status).toBe(401)
    expect([
      await countOf('posts'),
      await countOf('post_likes'),
      await countOf('moderation_reports'),
    ]).toEqual(before)
  })

  test('POST /api/debug-create-post signed out is 401 and stores nothing', async () => {
    const before = await countOf('posts')
    expect((await site.browser().post('/api/debug-create-post', { content: 'x' })).status).toBe(401)
    expect(await countOf('posts')).toBe(before)
  })

  test('[social.42] DELETE /api/posts/{id} answers 204 to the author and 403 to anybody else, staff included', async () => {
    const post = await newPost()
    const owner = await site.member('TheOwner')
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${owner.user.id}`.execute(site.database.sql)
    for (const other of [reader, owner]) {
      const response = await other.delete(`/api/posts/${post.id}`)
      expect(response.status).toBe(403)
      expect(response.json.code).toBe('forbidden')
    }
    expect((await author.delete(`/api/posts/${post.id}`)).status).toBe(204)
    const { rows } = await sql`SELECT FROM posts WHERE id = ${post.id}`.execute(site.database.sql)
    expect(rows).toHaveLength(0)
    expect((await author.delete(`/api/posts/${post.id}`)).status).toBe(404)
  })

  test('one cannot report one’s own post, nor a post that is gone', async () => {
    const post = await newPost()
    expect((await author.post(`/api/posts/${post.id}/reports`, { reason: 'mine' })).status).toBe(403)
    await author.delete(`/api/posts/${post.id}`)
    expect((await reader.post(`/api/posts/${post.id}/reports`, { reason: 'gone' })).status).toBe(404)
  })
})

describe('writing', () => {
  test.each([
    ['', 'Post content is required'],
    ['  \n ', 'Post content is required'],
    ['x'.repeat(501), 'Post content is too long (max 500 characters)'],
    ['😀'.repeat(501), 'Post content is too long (max 500 characters)'],
  ])(
    '[social.40] POST /api/posts with content empty or over 500 code points answers 400 with the specified sentence in fields.content (case %#)',
    async (content, sentence) => {
      const before = await countOf('posts')
      const response = await author.post('/api/posts', { content })
      expect(response.status).toBe(400)
      expect(response.json.fields).toEqual({ content: sentence })
      expect(await countOf('posts')).toBe(before)
    },
  )

  test('[social.38] [social.25] POST /api/posts answers 201 and the post; exactly 500 code points are accepted', async () => {
    const content = '😀'.repeat(500)
    const response = await author.post('/api/posts', { content })
    expect(response.status).toBe(201)
    expect(response.json.content).toBe(content)
    const { rows } = await sql`SELECT content FROM posts WHERE id = ${response.json.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ content }])
  })

  test('[api.07] Unknown keys in a body are ignored', async () => {
    const response = await author.post('/api/posts', {
      content: 'extra',
      userId: reader.user.id,
      sticky: true,
    })
    expect(response.status).toBe(201)
    expect(response.json.userId).toBe(author.user.id)
    expect(response.json).not.toHaveProperty('sticky')
  })

  test.each(['a\0b', '\ud800'])('[api.25] NUL and lone surrogates answer 400 (case %#)', async (content) => {
    const response = await author.send('POST', '/api/posts', { raw: JSON.stringify({ content }) })
    expect(response.status).toBe(400)
    expect(response.json.fields).toHaveProperty('content')
  })

  test('text that looks like HTML is text', async () => {
    const content = '<img src=x onerror=alert(1)> </script><script>alert(1)</script>'
    expect((await newPost(content)).content).toBe(content)
  })
})

describe('reading', () => {
  test('[social.35] GET /api/posts answers an array with every specified field', async () => {
    await newPost('listed')
    const { json } = await reader.get('/api/posts?limit=1')
    expect(json).toEqual([
      {
        id: expect.any(Number),
        userId: author.user.id,
        content: 'listed',
        mediaUrl: null,
        mediaType: null,
        mediaWidth: null,
        mediaHeight: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        user: { id: author.user.id, username: 'Author', avatarUrl: null, rank: 'Member' },
        reactionCounts: { like: 0 },
        commentCount: 0,
        viewerHasLiked: false,
      },
    ])
  })

  test('[api.12] Timestamps are ISO 8601 in UTC', async () => {
    const begun = Date.now()
    const { createdAt } = await newPost()
    expect(new Date(createdAt).toISOString()).toBe(createdAt)
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(begun)
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
  })

  test('[social.37] [api.19] GET /api/posts is newest first, at most 100, with ?before={id}&limit= and Link rel="next" when there is more', async () => {
    await sql`INSERT INTO posts (user_id, content)
      SELECT ${author.user.id}, 'bulk ' || n FROM generate_series(1, 130) n`.execute(site.database.sql)
    const first = await site.browser().get('/api/posts')
    expect(first.json).toHaveLength(100)
    const ids = first.json.map((post: { id: number }) => post.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(first.headers.link).toBe(`</api/posts?before=${ids[99]}&limit=100>; rel="next"`)

    const seen = new Set<number>(ids)
    let next: string | undefined = String(first.headers.link)
    while (next !== undefined) {
      const page = await site.browser().get(/<(.+)>/.exec(next)?.[1] ?? '')
      for (const post of page.json) seen.add(post.id)
      next = page.headers.link as string | undefined
    }
    expect(seen.size).toBe(await countOf('posts'))
    expect((await site.browser().get('/api/posts?limit=101')).status).toBe(400)
    expect((await site.browser().get('/api/posts?limit=0')).status).toBe(400)
    expect((await site.browser().get('/api/posts?before=1')).json).toEqual([])
  })
})

describe('liking', () => {
  test("[social.41] [social.18] POST …/reactions answers {reaction: {type:'like'} | null, reactionCounts: {like}}", async () => {
    const post = await newPost()
    const like = () => reader.post(`/api/posts/${post.id}/reactions`, { type: 'like' })
    expect((await like()).json).toEqual({ reaction: { type: 'like' }, reactionCounts: { like: 1 } })
    const listed = await reader.get('/api/posts?limit=1')
    expect(listed.json[0]).toMatchObject({ viewerHasLiked: true, reactionCounts: { like: 1 } })
    expect((await author.get('/api/posts?limit=1')).json[0].viewerHasLiked).toBe(false)
    expect((await like()).json).toEqual({ reaction: null, reactionCounts: { like: 0 } })
    expect((await reader.post('/api/posts/2147483647/reactions', { type: 'like' })).status).toBe(404)
    expect((await reader.post(`/api/posts/${post.id}/reactions`, { type: 'love' })).status).toBe(400)
  })

  test('likes clicked at the same moment never count twice', async () => {
    const post = await newPost()
    const likes = Array.from({ length: 9 }, () =>
      reader.post(`/api/posts/${post.id}/reactions`, { type: 'like' }),
    )
    for (const response of await Promise.all(likes)) expect(response.status).toBe(200)
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM post_likes WHERE post_id = ${post.id}`.execute(site.database.sql)
    expect(rows[0]?.n).toBeLessThanOrEqual(1)
  })
})

describe('reporting', () => {
  test("[social.43] Report on another's post sends POST /api/posts/{id}/reports {reason}, answered 201 and stored for the moderators", async () => {
    const post = await newPost('something rude')
    const response = await reader.post(`/api/posts/${post.id}/reports`, { reason: 'rude' })
    expect(response.status).toBe(201)
    const again = await reader.post(`/api/posts/${post.id}/reports`, { reason: 'very rude' })
    expect(again.json).toEqual(response.json)
    const { rows } =
      await sql`SELECT subject_type, subject_id, subject_user_id, excerpt, reporter_id, reason, status
      FROM moderation_reports WHERE id = ${response.json.id}`.execute(site.database.sql)
    expect(rows).toEqual([
      {
        subject_type: 'post',
        subject_id: post.id,
        subject_user_id: author.user.id,
        excerpt: 'something rude',
        reporter_id: reader.user.id,
        reason: 'very rude',
        status: 'open',
      },
    ])
    for (const reason of ['', '   ', 'r'.repeat(501)]) {
      expect((await reader.post(`/api/posts/${post.id}/reports`, { reason })).status).toBe(400)
    }
  })
})

describe('images', () => {
  const post = (mediaUrl: string) =>
    author.post('/api/posts', { content: 'look', mediaUrl, mediaType: 'image' })

  const served = async (mediaUrl: string) => {
    const response = await site.app.inject({ url: mediaUrl })
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
  }

  test('[social.47] The answered mediaUrl is a URL of the site that serves the image, not a data URL', async () => {
    const response = await post(dataUrl(await picture().png().toBuffer()))
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({ mediaType: 'image', mediaWidth: 40, mediaHeight: 30 })
    expect(response.json.mediaUrl).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
    const image = await served(response.json.mediaUrl)
    expect(image.status).toBe(200)
    expect(image.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect((await sharp(image.bytes).metadata()).width).toBe(40)
    expect((await reader.get('/api/posts?limit=1')).json[0].mediaUrl).toBe(response.json.mediaUrl)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a %s is taken for what its bytes are, whatever its label',
    async (format) => {
      const bytes = await picture().toFormat(format).toBuffer()
      for (const label of [`image/${format}`, 'image/jpg']) {
        expect((await post(dataUrl(bytes, label))).status).toBe(201)
      }
    },
  )

  test('[social.46] A mediaUrl that is not a data URL of the five types, or whose bytes are not such an image, is 400', async () => {
    const png = await picture().png().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    // Pads a PNG with ignored bytes to a length whose base64 ends in one =.
    const padded = Buffer.concat([png, Buffer.alloc((5 - (png.length % 3)) % 3)])
    const before = await countOf('posts')
    const refused = [
      'https://host.example/a.png',
      dataUrl(svg, 'image/svg+xml'),
      dataUrl(svg),
      dataUrl(png, 'image/bmp'),
      dataUrl(Buffer.from('GIF89a this is no image')),
      dataUrl(png.subarray(0, png.length - 20)),
      dataUrl(await sharp(png).tiff().toBuffer()),
      'data:image/png;base64,',
      'data:image/png;base64,@@@@',
      dataUrl(padded).replace(/=$/, '!'),
      `data:image/png,${png.toString('base64')}`,
    ]
    for (const mediaUrl of refused) {
      const response = await post(mediaUrl)
      expect([response.status, response.json.fields]).toEqual([
        400,
        { mediaUrl: sayInEnglish(imageTypeMessage) },
      ])
    }
    expect(await countOf('posts')).toBe(before)
  })

  test('an image of more pixels than anybody needs is refused, not decoded', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 9_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await post(dataUrl(bomb))).status).toBe(400)
  })

  test('[social.45] [api.22] A posted image of 5,242,880 decoded bytes is accepted, one more byte is 400 with the size sentence', async () => {
    // Decoders ignore bytes after the end of a JPEG, which allows an exact size.
    const jpeg = await picture(300, 200).jpeg().toBuffer()
    const sized = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
    expect((await post(dataUrl(sized(5_242_880), 'image/jpeg'))).status).toBe(201)
    const before = await countOf('posts')
    const over = await post(dataUrl(sized(5_242_881), 'image/jpeg'))
    expect(over.status).toBe(400)
    expect(over.json.fields).toEqual({ mediaUrl: sayInEnglish(imageSizeMessage) })
    expect(await countOf('posts')).toBe(before)
  })

  test('[social.48] A stored image carries no metadata (EXIF) and is at most 2048 px on a side', async () => {
    const source = await picture(3000, 1500)
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(source).metadata()).exif).toBeDefined()
    const response = await post(dataUrl(source, 'image/jpeg'))
    expect(response.json).toMatchObject({ mediaWidth: 2048, mediaHeight: 1024 })
    const { bytes } = await served(response.json.mediaUrl)
    const metadata = await sharp(bytes).metadata()
    expect([metadata.width, metadata.height, metadata.exif, metadata.xmp, metadata.icc]).toEqual([
      2048,
      1024,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('secret place')).toBe(false)
  })

  test('A picture with an EXIF orientation is stored upright', async () => {
    // 6: the top of the picture is at the right side of the file.
    const source = await picture(40, 20)
      .composite([{ input: await picture(20, 20).negate().png().toBuffer(), left: 20, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(source).metadata()).toMatchObject({ width: 40, height: 20, orientation: 6 })
    const response = await post(dataUrl(source, 'image/jpeg'))
    expect(response.json).toMatchObject({ mediaWidth: 20, mediaHeight: 40 })
    const { bytes } = await served(response.json.mediaUrl)
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
    const redAt = async (top: number) =>
      (await sharp(bytes).extract({ left: 10, top, width: 1, height: 1 }).raw().toBuffer())[0]
    expect(await redAt(5)).toBeGreaterThan(200)
    expect(await redAt(35)).toBeLessThan(60)
  })

  const animation = async (frames: number, side: number) => {
    const images = Array.from({ length: frames }, (_, n) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: { r: (n * 37) % 256, g: n % 256, b: 90 },
        },
      })
        .png()
        .toBuffer(),
    )
    return sharp(await Promise.all(images), { join: { animated: true } })
      .gif({ delay: Array.from({ length: frames }, () => 50) })
      .toBuffer()
  }

  test('[social.49] An animation stays animated up to 100 frames and 12 megapixels in all; a larger one becomes its first frame', async () => {
    const pagesOf = async (gif: Buffer) => {
      // A slow machine is busy with it for longer than a decoder may be, and says so.
      const response = await vi.waitFor(
        async () => {
          const response = await post(dataUrl(gif, 'image/gif'))
          expect(response.status).toBe(201)
          return response
        },
        { timeout: 60_000 },
      )
      return (await sharp((await served(response.json.mediaUrl)).bytes).metadata()).pages ?? 1
    }
    expect(await pagesOf(await animation(100, 16))).toBe(100)
    expect(await pagesOf(await animation(101, 16))).toBe(1)
    expect(await pagesOf(await animation(12, 1000))).toBe(12)
    expect(await pagesOf(await animation(12, 1001))).toBe(1)
  })

  test("[social.50] After deletion of the last post that uses an image, the image's URL answers 404", async () => {
    const bytes = dataUrl(await picture(77, 33).png().toBuffer())
    const first = (await post(bytes)).json
    const second = (await post(bytes)).json
    expect(second.mediaUrl).toBe(first.mediaUrl)
    await author.delete(`/api/posts/${first.id}`)
    expect((await served(first.mediaUrl)).status).toBe(200)
    await author.delete(`/api/posts/${second.id}`)
    expect((await served(first.mediaUrl)).status).toBe(404)
  })

  test('an address that is no image answers 404', async () => {
    for (const name of ['x.webp', `${'0'.repeat(64)}.webp`, '..%2f..%2fetc%2fpasswd']) {
      expect((await served(`/media/${name}`)).status).toBe(404)
    }
  })
})

describe('Idempotency-Key', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
  const create = (key: string, content: string, browser: TestBrowser = author, url = '/api/posts') =>
    browser.post(url, { content }, withKey(key))

  test('[api.39] The same Idempotency-Key and body again gives the first answer and stores nothing new, also on the second address', async () => {
    const first = await create('again', 'once')
    const before = await countOf('posts')
    for (const url of ['/api/posts', '/api/debug-create-post']) {
      const again = await create('again', 'once', author, url)
      expect([again.status, again.json]).toEqual([201, first.json])
    }
    expect(await countOf('posts')).toBe(before)
  })

  test('[api.40] The same Idempotency-Key with another body answers 409; one outside 1-128 characters 400', async () => {
    await create('other-body', 'first words')
    const other = await create('other-body', 'other words')
    expect(other.status).toBe(409)
    const before = await countOf('posts')
    expect((await create('k'.repeat(129), 'x')).status).toBe(400)
    expect((await create('', 'x')).status).toBe(400)
    expect(await countOf('posts')).toBe(before)
    expect((await create('k'.repeat(128), 'fits')).status).toBe(201)
  })

  test("[api.41] An Idempotency-Key counts per member and operation: another member's or operation's use of the same key is independent", async () => {
    const mine = await create('shared', 'same words')
    const theirs = await create('shared', 'same words', reader)
    expect(theirs.status).toBe(201)
    expect(theirs.json.id).not.toBe(mine.json.id)
    const report = {
      gameMode: 'sumo',
      reason: 'Falling through',
      details: 'I fall through the platform every time.',
      severity: 'low',
    }
    expect((await author.post('/api/reports', report, withKey('shared'))).status).toBe(201)
  })

  test('[api.42] Two parallel requests with one Idempotency-Key store one record, and both get the same answer', async () => {
    const before = (await countOf('posts')) ?? 0
    const responses = await Promise.all(
      ['/api/posts', '/api/debug-create-post', '/api/posts', '/api/debug-create-post'].map((url) =>
        create('parallel', 'at once', author, url),
      ),
    )
    for (const response of responses)
      expect([response.status, response.json]).toEqual([201, responses[0]?.json])
    expect(await countOf('posts')).toBe(before + 1)
  })

  test('[api.43] A refused attempt stores nothing under its Idempotency-Key: the corrected request with the same key succeeds', async () => {
    expect((await create('corrected', '')).status).toBe(400)
    const mediaUrl = dataUrl(Buffer.from('no image'))
    const refused = await author.post('/api/posts', { content: 'right', mediaUrl }, withKey('corrected'))
    expect(refused.status).toBe(400)
    expect((await create('corrected', 'right')).status).toBe(201)
  })

  test('[api.44] Repeating an Idempotency-Key after the record was deleted does not create it again', async () => {
    const { json } = await create('deleted', 'short-lived')
    await author.delete(`/api/posts/${json.id}`)
    const before = await countOf('posts')
    const again = await create('deleted', 'short-lived')
    expect([again.status, again.json]).toEqual([201, json])
    expect(await countOf('posts')).toBe(before)
  })

  test('after 24 hours a key is free again', async () => {
    const first = await create('yesterday', 'same')
    await sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'yesterday'`.execute(
      site.database.sql,
    )
    expect((await create('yesterday', 'same')).json.id).not.toBe(first.json.id)
  })
})
