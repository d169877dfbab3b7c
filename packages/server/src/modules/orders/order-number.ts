import { randomInt } from 'node:crypto';
import { createWallClock } from '../ledger/day-of.ts';

const wallOf = createWallClock();

/** A number that sorts by time and cannot be guessed: a letter, the site's time to the second, eight random digits. */
export function createNumber(letter: string, at: number, timeZone: string): string {
  const time = wallOf(at, timeZone).slice(2);
  return `${letter}${time}${String(randomInt(100_000_000)).padStart(8, '0')}`;
}
