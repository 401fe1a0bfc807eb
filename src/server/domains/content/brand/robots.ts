/** Allows everything but pages that show nothing to visitors (RFC 9309). */
export const robotsTxt = (publicUrl: string) => `User-agent: *
Allow: /
Disallow: /api/
Disallow: /admin
Disallow: /profile
Disallow: /staff-reports

Sitemap: ${publicUrl}/sitemap.xml
`
