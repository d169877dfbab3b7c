const prefix = '/redirect';

/** Returns the path inside `/redirect/<path>`. It always belongs to this console, whatever slashes precede it. */
export function redirectTarget(pathname: string): string {
  const inside = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
  const target = `/${inside.replace(/^[\\/\s]+/, '')}`;
  return target.startsWith(`${prefix}/`) || target === prefix ? '/' : target;
}

/** Returns the URL that creates the page at a path again. */
export function redirectTo(fullPath: string): string {
  return `${prefix}${fullPath}`;
}
