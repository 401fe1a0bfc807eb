import { msg } from '@lingui/core/macro'
import type { Text } from '../../contract/languages.ts'
import { assignLocation } from './navigation/assign-location.ts'
import { toast } from './toasts.ts'

function signIn() {
  const { pathname, search, hash } = window.location
  assignLocation(`/auth?redirect=${encodeURIComponent(pathname + search + hash)}`)
}

/** Tells a visitor what needs an account, with the way to sign in and back to this page. */
export const showSignInToast = (description: Text, title: Text = msg`Authentication required`) =>
  toast({ variant: 'destructive', title, description, action: { label: msg`Sign in`, run: signIn } })
