import { createContext, type ReactNode, use, useMemo } from 'react';
import { createFormat, type Format } from './format.ts';
import { useLocale } from './i18n-context.tsx';

const FormatContext = createContext<Format | null>(null);

interface FormatProviderProps {
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  readonly children: ReactNode;
}

export function FormatProvider({ timeZone, children }: FormatProviderProps) {
  const locale = useLocale();
  const format = useMemo(() => createFormat(locale, timeZone), [locale, timeZone]);
  return <FormatContext value={format}>{children}</FormatContext>;
}

/** Formats values in the locale and in the site's time zone. */
export function useFormat(): Format {
  const format = use(FormatContext);
  if (!format) throw new Error('values are formatted outside of FormatProvider');
  return format;
}
