const prefix = '/redirect';

/** The path inside of `/redirect/<path>`: always one of this console, whatever slashes are in front of it. */
export function redirectTarget(pathname: string): string {
  const inside = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
  const target = `/${inside.replace(/^[\\/\s]+/, '')}`;
  return target.startsWith(`${prefix}/`) || target === prefix ? '/' : target;
}

/** The URL that creates the page at a path again. */
export function redirectTo(fullPath: string): string {
  return `${prefix}${fullPath}`;
}
