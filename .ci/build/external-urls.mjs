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
 * Addresses of other sites that a page, a style or a script would fetch something from. Addresses that are only named, in
 * a message or as a namespace, are none of them.
 * @param {string} text
 */
export function fetchedFrom(text) {
  return ways.flatMap((way) => [...text.matchAll(new RegExp(way, 'gi'))].map(([, found = '']) => found));
}
