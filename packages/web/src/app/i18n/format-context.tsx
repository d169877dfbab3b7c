import { defaultCurrency, formatBytes, formatFen, formatTime, type Locale } from '@gantry/core';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useLocale } from './i18n-context.tsx';

/** Formats values for display in one locale and in the time zone of the site. */
export interface Format {
  readonly locale: Locale;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  /** ISO 4217 code of the current amounts: the currency of the site, or of the record that is shown. */
  readonly currency: string;
  /** Formats an amount in hundredths of that currency, with the currency symbol. */
  money(amount: number): string;
  /** UTC ms -> `2026-01-31 08:00:00`. */
  time(ms: number): string;
  /** UTC ms -> `08:00:00`. */
  clock(ms: number): string;
  /** `3 minutes ago` within the last month; otherwise the date. */
  ago(ms: number, now?: number): string;
  number(value: number): string;
  /** `a, b, and c` / `a、b和c`. */
  list(parts: readonly string[]): string;
  /** 12,345 -> `1.2万` / `12K`. */
  compact(value: number): string;
  percent(value: number): string;
  bytes(value: number): string;
  /** Seconds -> `3 天 4 小时` / `3d 4h`. */
  duration(seconds: number): string;
}

const spans: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function formatDuration(seconds: number, locale: Locale): string {
  const units = locale === 'zh-CN' ? [' 天', ' 小时', ' 分', ' 秒'] : ['d', 'h', 'm', 's'];
  const full = Math.max(0, Math.floor(seconds));
  const amounts = [Math.floor(full / 86_400), Math.floor(full / 3_600) % 24, Math.floor(full / 60) % 60, full % 60];
  const first = Math.max(
    0,
    amounts.findIndex((amount) => amount > 0),
  );
  if (full === 0) return `0${units[3]}`;
  return amounts
    .slice(first, first + 2)
    .map((amount, at) => (amount > 0 ? `${amount}${units[first + at]}` : ''))
    .filter((part) => part !== '')
    .join(' ');
}

/** Creates a formatter on first use: a browser takes milliseconds for each, and few pages use all of them. */
function createLazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function createFormat(locale: Locale, timeZone: string, currency: string = defaultCurrency): Format {
  const number = createLazily(() => new Intl.NumberFormat(locale));
  const compact = createLazily(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
  const percent = createLazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const list = createLazily(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const relative = createLazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const getTime = (ms: number) => formatTime(ms, timeZone);
  return {
    locale,
    timeZone,
    currency,
    money: (amount) => formatFen(amount, locale, currency),
    time: getTime,
    clock: (ms) => getTime(ms).slice(11),
    ago(ms, now = Date.now()) {
      const seconds = (ms - now) / 1000;
      if (Math.abs(seconds) > 30 * 86_400) return getTime(ms).slice(0, 10);
      const [unit, size] = spans.find(([, span]) => Math.abs(seconds) >= span) ?? ['second', 1];
      return relative().format(Math.trunc(seconds / size), unit);
    },
    number: (value) => number().format(value),
    list: (parts) => list().format(parts),
    compact: (value) => compact().format(value),
    percent: (value) => `${percent().format(value)}%`,
    bytes: formatBytes,
    duration: (seconds) => formatDuration(seconds, locale),
  };
}

const FormatContext = createContext<Format | null>(null);

interface FormatProviderProps {
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  /** ISO 4217 code of the site. */
  readonly currency?: string;
  readonly children: ReactNode;
}

export function FormatProvider({ timeZone, currency, children }: FormatProviderProps) {
  const locale = useLocale();
  const format = useMemo(() => createFormat(locale, timeZone, currency), [locale, timeZone, currency]);
  return <FormatContext value={format}>{children}</FormatContext>;
}

interface InCurrencyProps {
  /** ISO 4217 code. Any other value leaves the currency unchanged. */
  readonly currency: unknown;
  readonly children: ReactNode;
}

/** Formats the amounts of its children in the currency of a record. */
export function InCurrency({ currency, children }: InCurrencyProps) {
  const outer = useFormat();
  const { locale, timeZone } = outer;
  const format = useMemo(
    () => (typeof currency === 'string' && currency !== '' ? createFormat(locale, timeZone, currency) : null),
    [locale, timeZone, currency],
  );
  return <FormatContext value={format ?? outer}>{children}</FormatContext>;
}

/** Formats values in the locale and in the site's time zone. */
export function useFormat(): Format {
  const format = use(FormatContext);
  if (!format) throw new Error('values are formatted outside of FormatProvider');
  return format;
}
