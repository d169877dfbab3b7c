export const loginPath = '/login';

/** Whether a path of the address bar is that of sign-in. */
export function isLogin(path: string): boolean {
  return path.replace(/\/+$/, '') === loginPath;
}
