import { Navigate, useLocation } from 'react-router-dom';
import { redirectTarget } from './redirect-target.ts';

/** `/redirect/<path>` is replaced by the path, so that the page is created again. */
export function RedirectPage() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: redirectTarget(pathname), search, hash }} replace />;
}
