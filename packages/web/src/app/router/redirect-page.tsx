import { Navigate, useLocation } from 'react-router-dom';
import { redirectTarget } from './redirect-target.ts';

/** Replaces `/redirect/<path>` with the path, so that the page is created again. */
export function RedirectPage() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: redirectTarget(pathname), search, hash }} replace />;
}
