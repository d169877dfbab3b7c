import { settingParameter } from '@gantry/core';
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const control = ':is(input, textarea, select, button, [tabindex="0"])';

/** Shows the group or the setting that the address names, and puts the cursor into it; every time that one comes here by a link. */
export function useSettingFromAddress(page: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  // Another one each time, even where the same address is followed again.
  const address = useLocation();
  useEffect(() => {
    const name = new URLSearchParams(address.search).get(settingParameter);
    // A link of the page's own leads to another group.
    if (!isDrawn || name === null || address.hash !== '') return;
    const place = page.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`);
    if (!place) return;
    place.scrollIntoView({ block: place.tagName === 'SECTION' ? 'start' : 'center' });
    place
      .querySelector<HTMLElement>(`.settings-fields ${control}, .form-row ${control}`)
      ?.focus({ preventScroll: true });
  }, [page, isDrawn, address]);
}
