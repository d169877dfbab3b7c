import { Navigate, useLocation } from 'react-router-dom';
import { redirectTarget } from './redirect-target.ts';

/** `/redirect/<path>` leads to the path in place of itself, so that a page is made again. */
export function RedirectPage() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: redirectTarget(pathname), search, hash }} replace />;
}
