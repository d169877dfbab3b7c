const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** A day that the calendar has, given as `YYYYMMDD`. */
function isDay(written: string): boolean {
  const [year, month, day] = [written.slice(0, 4), written.slice(4, 6), written.slice(6, 8)];
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(8, 10) === day;
}

/** The number of a Chinese identity card (GB 11643) as it is kept; null for what is none. */
export function readIdCard(given: string): string | null {
  const card = given.trim().toUpperCase();
  if (!/^[1-9]\d{16}[\dX]$/.test(card) || !isDay(card.slice(6, 14))) return null;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(card[at]), 0);
  return checkDigits[sum % 11] === card[17] ? card : null;
}
