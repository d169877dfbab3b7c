/** Cached formats, because creating one takes far longer than using it. A process needs only a few. */
const formats = new Map<string, Intl.NumberFormat>();
const maxFormats = 64;

function formatOf(locale: string, shareDigits: number | null): Intl.NumberFormat {
  const key = `${locale} ${shareDigits}`;
  const stored = formats.get(key);
  if (stored) return stored;
  const share = { style: 'percent', maximumFractionDigits: shareDigits ?? 0 } as const;
  const made = new Intl.NumberFormat(locale, shareDigits === null ? {} : share);
  if (formats.size >= maxFormats) formats.clear();
  formats.set(key, made);
  return made;
}

/** 12345 -> `12,345`. */
export function formatNumber(value: number, locale: string): string {
  return formatOf(locale, null).format(value);
}

/** Formats basis points as a percentage with at most the given number of decimals: 1250 -> `12.5%`. */
export function formatShare(bps: number, locale: string, digits: number): string {
  return formatOf(locale, digits).format(bps / 10_000);
}
