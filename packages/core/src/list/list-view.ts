import { encodeListLook, type ListLook, listParameters } from './list-look.ts';
import type { ListState } from './list-state.ts';
import { encodeListState } from './list-url.ts';

/** Parameters of a list's address, by name. */
export type ListQueryText = Readonly<Record<string, string>>;

/** What a view keeps: everything of a list but the page that one is on. */
const viewParameters = listParameters.filter((name) => name !== 'page');

const longestParameter = 16_384;

/** A list as a view keeps it. */
export function toViewQuery(state: ListState, look: ListLook): Record<string, string> {
  return { ...encodeListState({ ...state, page: 1 }), ...encodeListLook(look) };
}

/** A kept query as far as it can be read: known names with texts. */
export function readViewQuery(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const known: readonly string[] = viewParameters;
  const fits = ([name, text]: [string, unknown]) =>
    known.includes(name) && typeof text === 'string' && text.length <= longestParameter;
  return entries.every(fits) ? (Object.fromEntries(entries) as Record<string, string>) : null;
}

/** Reads parameters of an address over those of a view: what the address names, even as empty, goes before. */
export function overlayView(
  view: ListQueryText,
  get: (name: string) => string | null,
): (name: string) => string | null {
  return (name) => get(name) ?? view[name] ?? null;
}

/** What an address must say of a list beside the view: differences alone, an emptied parameter as empty. */
export function diffView(view: ListQueryText, query: ListQueryText): Record<string, string> {
  const names = [...new Set([...Object.keys(view), ...Object.keys(query)])];
  const entries = names
    .filter((name) => (view[name] ?? '') !== (query[name] ?? ''))
    .map((name) => [name, query[name] ?? ''] as const);
  return Object.fromEntries(entries);
}
