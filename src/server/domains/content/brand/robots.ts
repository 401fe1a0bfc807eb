/** Everything may be read but what has nothing to show to a visitor (RFC 9309). */
export const robotsTxt = (publicUrl: string) => `User-agent: *
Allow: /
Disallow: /api/
Disallow: /admin
Disallow: /profile
Disallow: /staff-reports

Sitemap: ${publicUrl}/sitemap.xml
`
