import type { FormatContext, Locale } from '@gantry/core';

let siteCurrency: string | undefined;

/** The currency of the site, once it is known: amounts of records that name none are in it. */
export function setSiteCurrency(currency: string | null): void {
  siteCurrency = currency ?? undefined;
}

/** How values read here. Asking for the zone of this machine takes a while, and only a time needs it. */
export function formatContext(locale: Locale): FormatContext {
  let zone: string | undefined;
  return {
    locale,
    ...(siteCurrency === undefined ? {} : { currency: siteCurrency }),
    get timeZone() {
      zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
      return zone;
    },
  };
}
