import './settings-page.css';
import {
  type LocalizedText,
  type SettingsAnswer,
  type SettingsDefinition,
  type SettingsGroup,
  settingParameter,
  settingsCalls,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useCalls, useWords } from '../../../fields/index.ts';
import { TextInput } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/parts/index.ts';
import { useSay } from '../../i18n/index.ts';
import { SettingsCard } from './settings-card.tsx';

const DraftBar = lazyPart(async () => ({ default: (await import('./draft-bar.tsx')).DraftBar }));

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
  const [keyword, setKeyword] = useState('');
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
  const found = groups.map(([name, group]) => ({ name, group, fields: findSettings(group, keyword) }));
  const count = sumOf(found.map(({ fields }) => fields.length));
  const hasChanges = groups.some(([name]) => (page.data.groups[name]?.changed.length ?? 0) > 0);
  return (
    <div className={groups.length > 1 ? 'settings-page' : 'settings-page single'}>
      {groups.length > 1 ? (
        <nav className="settings-nav" aria-label={t('resource.settings.groups')}>
          <TextInput
            value={keyword}
            allowClear
            className="settings-search"
            placeholder={t('resource.settings.search')}
            label={t('resource.settings.search')}
            onChange={setKeyword}
          />
          <ul>
            {found.map(({ name, group, fields }) =>
              fields.length === 0 ? null : (
                <li key={name}>
                  <a href={`#${id}-${name}`}>
                    {localize(group.label)}
                    <ChangedCount count={page.data.groups[name]?.changed.length ?? 0} />
                  </a>
                </li>
              ),
            )}
          </ul>
          {hasChanges ? (
            <p className="settings-legend">
              <span className="settings-count" aria-hidden="true">
                n
              </span>
              {t('resource.settings.notDefault')}
            </p>
          ) : null}
        </nav>
      ) : null}
      <div className="settings-cards" ref={cards}>
        {settings.draftOf ? (
          <Suspense fallback={null}>
            <DraftBar draftOf={settings.draftOf} savedAt={page.dataUpdatedAt} />
          </Suspense>
        ) : null}
        {count === 0 ? <Empty title={t('resource.settings.nothing', { keyword: keyword.trim() })} /> : null}
        {found.map(({ name, group, fields }) => {
          const saved = page.data.groups[name];
          return saved ? (
            <SettingsCard
              key={name}
              id={`${id}-${name}`}
              page={settings.name}
              name={name}
              group={group}
              saved={saved}
              shown={fields}
              onReload={() => page.refetch()}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Returns the settings of a group whose label or help contains the keyword in either language, or all if the group's label does. */
function findSettings({ label, fields }: SettingsGroup, keyword: string): string[] {
  const word = keyword.trim().toLowerCase();
  const contains = (text: LocalizedText | undefined) =>
    text !== undefined && [text.zh, text.en].some((words) => words.toLowerCase().includes(word));
  const names = Object.keys(fields);
  if (word === '' || contains(label)) return names;
  return names.filter((name) => contains(fields[name]?.label) || contains(fields[name]?.help));
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
