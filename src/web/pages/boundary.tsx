import { isRouteErrorResponse, Outlet } from 'react-router'
import { ErrorPage } from '../ui/error-page.tsx'
import type { Route } from './+types/boundary.ts'
import { NotFound } from './not-found.tsx'

/** Sits inside the frame, so that a page that fails is shown with header and footer around it. */
export default function Boundary() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorPage />
}
