import './settings-page.css';
import { type SettingsAnswer, type SettingsDefinition, settingParameter, settingsCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useCalls, useWords } from '../../../fields/index.ts';
import { ErrorState, Loading } from '../../../ui/parts/index.ts';
import { useSay } from '../../i18n/index.ts';
import { SettingsCard } from './settings-card.tsx';

const control = ':is(input, textarea, select, button, [tabindex="0"])';

/** Scrolls to the group or setting in the URL and focuses it, each time that the user follows a link to it. */
function useSettingFromAddress(page: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  // The location object is new for each navigation, even when the same URL is followed again.
  const address = useLocation();
  useEffect(() => {
    const name = new URLSearchParams(address.search).get(settingParameter);
    // The page's own links use the hash and lead to another group.
    if (!isDrawn || name === null || address.hash !== '') return;
    const place = page.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`);
    if (!place) return;
    place.scrollIntoView({ block: place.tagName === 'SECTION' ? 'start' : 'center' });
    place
      .querySelector<HTMLElement>(`.settings-fields ${control}, .form-row ${control}`)
      ?.focus({ preventScroll: true });
  }, [page, isDrawn, address]);
}

/** A page of typed settings: one card per group, each saved separately, with links to them at the side. */
export function SettingsPage({ settings }: { readonly settings: SettingsDefinition }) {
  const t = useWords();
  const localize = useSay();
  const calls = useCalls();
  const id = useId();
  const key = ['settings', settings.name];
  const page = useQuery({
    queryKey: key,
    queryFn: () => calls.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: settings.name }),
    staleTime: 0,
  });
  const cards = useRef<HTMLDivElement>(null);
  useSettingFromAddress(cards, page.data !== undefined);
  if (page.isPending) return <Loading />;
  if (page.isError && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  const groups = Object.entries(settings.groups);
  return (
    <div className="settings-page">
      <nav className="settings-nav" aria-label={t('resource.settings.groups')}>
        <ul>
          {groups.map(([name, group]) => (
            <li key={name}>
              <a href={`#${id}-${name}`}>
                {localize(group.label)}
                <ChangedCount count={page.data.groups[name]?.changed.length ?? 0} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-cards" ref={cards}>
        {groups.map(([name, group]) => {
          const saved = page.data.groups[name];
          return saved ? (
            <SettingsCard
              key={name}
              id={`${id}-${name}`}
              page={settings.name}
              name={name}
              group={group}
              saved={saved}
              onReload={() => page.refetch()}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

/** The number of values in a group that differ from their default. */
function ChangedCount({ count }: { readonly count: number }) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <span className="settings-count" title={t('resource.settings.notDefault')}>
      {count}
    </span>
  );
}
