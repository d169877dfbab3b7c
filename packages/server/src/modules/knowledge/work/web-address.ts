/** Normalizes the URL of a web page; null for an invalid URL or one with credentials. */
export function parseWebUrl(given: string): string | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}
