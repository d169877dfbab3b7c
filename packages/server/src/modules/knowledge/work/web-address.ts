/** An address as it is fetched; null when it is none, or holds a password. */
export function parseWebUrl(given: string): string | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}
