const address = '(?:https?:|wss?:)?//[\\w.-]+\\.[\\w]+[^"\'`)\\s>]*';
const ways = [
  `(?:src|action|poster|data)\\s*=\\s*["'\`]?(${address})`,
  `<link\\b[^>]*?href\\s*=\\s*["']?(${address})`,
  `url\\(\\s*["']?(${address})`,
  `@import\\s+["'](${address})`,
  `(?:import|fetch|importScripts|sendBeacon|open|WebSocket|EventSource|Worker)\\(\\s*["'\`](${address})`,
  `from\\s*["'](${address})`,
];

/**
 * Finds URLs of other sites that a page, a style or a script would load something from. URLs that only occur in a message or as a
 * namespace are ignored.
 * @param {string} text
 */
export function findExternalUrls(text) {
  return ways.flatMap((way) => [...text.matchAll(new RegExp(way, 'gi'))].map(([, found = '']) => found));
}
