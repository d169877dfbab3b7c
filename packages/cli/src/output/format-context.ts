import type { FormatContext, Locale } from '@gantry/core';

/** How values read here. Asking for the zone of this machine takes a while, and only a time needs it. */
export function formatContext(locale: Locale): FormatContext {
  let zone: string | undefined;
  return {
    locale,
    get timeZone() {
      zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
      return zone;
    },
  };
}
