import { createContext, type ReactNode, use, useMemo } from 'react';
import { createFormat, type Format } from './format.ts';
import { useLocale } from './i18n-context.tsx';

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
  /** ISO 4217 code; what is none leaves the currency as it is. */
  readonly currency: unknown;
  readonly children: ReactNode;
}

/** Amounts inside are in the currency of a record. */
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
