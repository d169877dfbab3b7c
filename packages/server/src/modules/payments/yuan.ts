/** An amount in yuan, as gateways write it: two decimals, always. No floating point ever touches it. */
export function formatYuan(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new Error('an amount is a whole number of fen');
  const digits = String(fen).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Integer fen of an amount in yuan; null for what is none, or has more than two decimals. */
export function parseYuan(yuan: string): number | null {
  const [, full, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  return full === undefined ? null : Number(`${full}${part.padEnd(2, '0')}`);
}
