/** The main navigation, in its order. */
export const navigation = [
  { label: 'Home', to: '/' },
  { label: 'Minigames', to: '/minigames' },
  { label: 'Leaderboards', to: '/leaderboards' },
  { label: 'Rules', to: '/rules' },
  { label: 'Events', to: '/events' },
  { label: 'Shop', to: '/shop' },
  { label: 'Community', to: '/community' },
  { label: 'Contact', to: '/contact' },
  { label: 'FAQ', to: '/faq' },
] as const

/** Internal links of the footer, in their order. */
export const footerLinks = [
  { label: 'Home', to: '/', comingSoon: false },
  { label: 'Minigames', to: '/minigames', comingSoon: false },
  { label: 'Leaderboards', to: '/leaderboards', comingSoon: false },
  { label: 'Rules', to: '/rules', comingSoon: false },
  { label: 'Events', to: '/events', comingSoon: false },
  { label: 'Shop', to: '/shop', comingSoon: false },
  { label: 'Forums', to: '/forums', comingSoon: true },
  { label: 'FAQ', to: '/faq', comingSoon: false },
  { label: 'Report a Bug', to: '/report', comingSoon: false },
] as const

/** Exactly the current page: routes ignore case and a slash at the end, so this does too. */
export const isCurrentPage = (to: string, pathname: string) =>
  to === (pathname.toLowerCase().replace(/\/+$/, '') || '/')
