import { randomInt } from 'node:crypto';

/** A number that sorts by time and cannot be guessed: a letter, the UTC time to the second, eight random digits. */
export function newNumber(letter: string, at: number): string {
  const time = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return `${letter}${time}${String(randomInt(100_000_000)).padStart(8, '0')}`;
}
