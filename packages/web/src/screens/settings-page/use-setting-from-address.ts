import { settingParameter } from '@gantry/core';
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const controls = ':is(input, textarea, select, button, [tabindex="0"])';

/** Shows the group or the setting that the address names, and puts the cursor into it; every time that one comes here by a link. */
export function useSettingFromAddress(page: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  const { key, search } = useLocation();
  const name = new URLSearchParams(search).get(settingParameter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be followed again, which its key tells.
  useEffect(() => {
    if (!isDrawn || name === null) return;
    const place = page.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`);
    if (!place) return;
    place.scrollIntoView({ block: place.tagName === 'SECTION' ? 'start' : 'center' });
    place
      .querySelector<HTMLElement>(`.settings-fields ${controls}, .form-row ${controls}`)
      ?.focus({ preventScroll: true });
  }, [page, isDrawn, name, key]);
}
