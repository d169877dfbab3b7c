import './settings-page.css';
import { type SettingsAnswer, type SettingsDefinition, settingsCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useCalls, useWords } from '../../../fields/index.ts';
import { ErrorState, Loading } from '../../../ui/parts/index.ts';
import { useSay } from '../../i18n/index.ts';
import { SettingsCard } from './settings-card.tsx';
import { useSettingFromAddress } from './use-setting-from-address.ts';

/** A page of typed settings: a card a group, each saved on its own, with links to them at the side. */
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

/** How many values of a group are not the default. */
function ChangedCount({ count }: { readonly count: number }) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <span className="settings-count" title={t('resource.settings.notDefault')}>
      {count}
    </span>
  );
}
