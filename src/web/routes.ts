import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site and its page. */
export default [
  layout('pages/boundary.tsx', [
    index('pages/home.tsx'),
    route('auth', 'pages/auth.tsx'),
    route('leaderboards', 'pages/leaderboards.tsx'),
    route('profile', 'pages/profile.tsx'),
    route('social', 'pages/social.tsx'),
    route('community', 'pages/community.tsx'),
    route('player/:id', 'pages/player.tsx'),
    route('player-new/:id', 'pages/player-new.tsx'),
    route('player-working/:id', 'pages/player-working.tsx'),
    route('player-direct/:id', 'pages/player-direct.tsx'),
    route('player-final/:id', 'pages/player-final.tsx'),
    route('player-simple/:id', 'pages/player-simple.tsx'),
    route('player-test', 'pages/player-test.tsx'),
    route('match/:id', 'pages/match.tsx'),
    route('admin', 'pages/staff-guard.tsx', { id: 'admin' }),
    route('admin/applications/:status?', 'pages/staff-guard.tsx', { id: 'admin-applications' }),
    route('*', 'pages/any-other.tsx'),
  ]),
] satisfies RouteConfig
