import type { Command } from './match-commands.ts';

/** Commands that are remembered. */
const remembered = 8;

/** A command as it is kept: a record is known by its address, everything else by its key. */
interface RecentEntry {
  readonly key: string;
  readonly title: string;
  readonly place: string;
  readonly to?: string;
}

/** For this tab and this person alone: titles of records are not for whoever signs in next. */
const getStorageKey = (accountId: string | number) => `palette.${accountId}`;

function isStored(value: unknown): value is RecentEntry {
  return typeof value === 'object' && value !== null && 'key' in value && 'title' in value && 'place' in value;
}

function read(accountId: string | number): RecentEntry[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(accountId)) ?? '[]');
    return Array.isArray(value) ? value.filter(isStored) : [];
  } catch {
    return [];
  }
}

/** Puts a command before the others that were run lately. */
export function rememberCommand(accountId: string | number, { key, title, place, to }: Command): void {
  const stored: RecentEntry = { key, title, place, ...(to === undefined ? {} : { to }) };
  const others = read(accountId).filter((one) => one.key !== key);
  sessionStorage.setItem(getStorageKey(accountId), JSON.stringify([stored, ...others].slice(0, remembered)));
}

/** What was run lately, the last first; what is no longer offered is left out. */
export function loadRecentCommands(
  accountId: string | number,
  offered: readonly Command[],
  goTo: (address: string) => void,
): Command[] {
  return read(accountId).flatMap(({ key, title, place, to }): Command[] => {
    if (to !== undefined) return [{ key, kind: 'recent', title, place, also: [], to, run: () => goTo(to) }];
    const known = offered.find((command) => command.key === key);
    return known ? [{ ...known, kind: 'recent' }] : [];
  });
}
